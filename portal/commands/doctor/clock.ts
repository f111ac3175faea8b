import { sql } from 'drizzle-orm';
import { type Diagnosis, type Finding, failure, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { ofDatabase } from './of-database.ts';

/** An authenticator's code is valid for half a minute; headers have whole seconds. */
const TOLERANCE = { warning: seconds(5), failure: seconds(30) };

/** The finding for a difference to another clock, in milliseconds. */
function compared(difference: number, other: string): Finding {
  const off = Math.abs(difference);
  if (off < TOLERANCE.warning) return ok(`This machine and ${other} have the same time.`);
  const said = `This machine’s clock is ${Math.round(off / 1000)} s ${difference > 0 ? 'ahead of' : 'behind'} that of ${other}`;
  if (off < TOLERANCE.failure) return warning(`${said}: let NTP set both.`);
  return failure(`${said}: codes, links and signatures fail. Let NTP set both.`);
}

export const time = ofDatabase('time', async ({ accounts, embedded }) => {
  if (embedded) return ok('The embedded database has this machine’s time.');
  // The first statement waits for a connection.
  await accounts.execute(sql`select 1`);
  const before = Date.now();
  const [row] = await accounts.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return compared((before + Date.now()) / 2 - Number(row?.now), 'the database');
});

/** The outside servers that the portal is configured to ask, which say their time in each answer. */
function outsiders(env: Env): string[] {
  const { AI_PRIMARY_URL, AI_SECONDARY_URL } = env.forInsights;
  const found = [
    env.STRIPE_SECRET_KEY && env.STRIPE_API_BASE,
    env.S3_BUCKET && (env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`),
    AI_PRIMARY_URL,
    AI_SECONDARY_URL,
  ];
  return found.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));
}

export const clock: Diagnosis = {
  check: 'clock',
  limit: seconds(8),
  async run({ env }) {
    const asked = outsiders(env);
    if (asked.length === 0) return ok('No outside server is configured to compare with: let NTP set the clock.');
    const signal = AbortSignal.timeout(seconds(6));
    const differences = asked.map(async (url) => {
      const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
      const told = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(told)) throw new Error('The server does not tell its time.');
      return { host: new URL(url).host, difference: Date.now() - told };
    });
    try {
      const { host, difference } = await Promise.any(differences);
      return compared(difference, host);
    } catch {
      return warning('No outside server told its time: see the other lines for why.');
    }
  },
};
