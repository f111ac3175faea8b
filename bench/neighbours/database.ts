import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { reviews } from '../../db/schema/index.ts';
import { plusDays } from '../../routers/values/days.ts';
import { BODY_BYTES, RECORDS_PER_BATCH } from '../../server/limits/sizes.ts';
import { tenant } from '../seed.ts';
import { type Attack, inLoops, mustSucceed } from './attack.ts';
import { noFailures, p99AtMost, p99AtMostTimes } from './bounds.ts';
import { bearer, signedIn } from './clients.ts';

const REVIEWS = 150_000;
const RANGES = 40;

/** A review every ten minutes: about 1,040 days of them. */
const seedManyReviews = ({ as }: Database, clientId: string) =>
  as(tenant(clientId)).execute(sql`
    insert into ${reviews} (client_id, id, external_id, source, rating, text, published_at, responded, updated_at)
    select ${clientId}::uuid, gen_random_uuid(), 'review-' || n, 'source ' || n % 7, 1 + n % 5, 'Kind and quick.',
      now() - n * interval '10 minutes', n % 3 = 0, now()
    from generate_series(1, ${REVIEWS}::int) as n`);

const wideRanges: Attack = {
  name: 'ranges',
  title: '150,000 reviews of a client, 40 different ranges of them at a time',
  clients: 1,
  async prepare(database, [client]) {
    await seedManyReviews(database, client?.id ?? '');
    return [];
  },
  run(stage) {
    const today = new Date().toISOString().slice(0, 10);
    return inLoops(stage, RANGES, (loop, round) => {
      const n = loop + RANGES * round;
      const range = `from=${plusDays(today, -1100 - n)}&to=${plusDays(today, -(n % 50))}`;
      return stage.call({ path: `/api/analytics/reviews?${range}`, headers: signedIn(stage.client(0)) });
    });
  },
  bounds: [p99AtMostTimes(3), noFailures],
  serverOnly: true,
};

const BODIES = 4;
const PARTS = { topPages: 88, channels: 42 };

/** A batch of almost 4 MiB with 130,000 objects; `users` differs, so that nothing is unchanged. */
function largeBatch(name: string, users: number) {
  const topPages = Array.from({ length: PARTS.topPages }, (_, n) => ({ path: `/p${n}`, pageviews: 1 }));
  const channels = Array.from({ length: PARTS.channels }, (_, n) => ({ channel: `c${n}`, sessions: 1 }));
  const figures = { users, sessions: 9, pageviews: 9, bounceRate: 50, avgSessionSeconds: 60, conversions: 1 };
  const data = { date: '2026-02-14', source: 'ga4', ...figures, topPages, channels };
  const records = Array.from({ length: RECORDS_PER_BATCH }, (_, n) => ({
    type: 'website_daily',
    externalId: `${name}-${n}`,
    data,
  }));
  const body = Buffer.from(JSON.stringify(records));
  if (body.length > BODY_BYTES.ingest || body.length < 0.95 * BODY_BYTES.ingest)
    throw new Error(`A batch has ${body.length} bytes.`);
  return body;
}

const largeBodies: Attack = {
  name: 'ingest',
  title: `${BODIES} batches of 4 MiB at a time with one key`,
  clients: 1,
  async run(stage) {
    const { call, client } = stage;
    const ask = { method: 'POST', path: '/api/ingest/records', headers: bearer(client(0).key) } as const;
    const bodies = Array.from({ length: BODIES }, (_, n) => [largeBatch(`site-${n}`, 1), largeBatch(`site-${n}`, 2)]);
    mustSucceed(await call({ ...ask, body: bodies[0]?.[1] ?? '' }), 'The batch');
    await inLoops(stage, BODIES, (loop, round) => call({ ...ask, body: bodies[loop]?.[round % 2] ?? '' }));
  },
  bounds: [p99AtMost(300), noFailures],
  serverOnly: true,
};

export const databaseAttacks = [wideRanges, largeBodies];
