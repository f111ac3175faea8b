import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../server/identity/password.ts';
import { openFleet } from '../fleet.ts';
import { median } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const PAIRS = 40;
const WARM_UP = 8;

const nobody = () => `${randomUUID()}@example.com`;

/** The milliseconds of one request from an unused address. */
async function ask(url: string, email: string) {
  const [a, b, c] =
    randomUUID()
      .match(/[0-9a-f]{2}/g)
      ?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${a}.${b}.${c}` },
    body: JSON.stringify({ email, password: 'not the password' }),
  });
  await response.text();
  return performance.now() - began;
}

/** The medians for known and unknown addresses, measured in pairs with alternating order. */
async function compare(url: string, emails: string[]) {
  const seen = { known: [] as number[], unknown: [] as number[] };
  for (const [pair, email] of emails.entries()) {
    const both = [['known', email] as const, ['unknown', nobody()] as const];
    for (const [kind, address] of pair % 2 ? both : both.reverse()) seen[kind].push(await ask(url, address));
  }
  return { known: median(seen.known.slice(WARM_UP)), unknown: median(seen.unknown.slice(WARM_UP)) };
}

/** Whether response times reveal if an address has an account. Requests are sent one at a time for precision. */
export const enumeration: Section = async (place) => {
  const emails = await place.prepare(async (database) => {
    const people = PAIRS + WARM_UP;
    const made = await seedPeople(
      database,
      await seedOrganization(database),
      people,
      await hashPassword('bench', randomUUID()),
    );
    await settle(database);
    return made.map(({ email }) => email);
  });

  await using fleet = openFleet(place);
  const { url } = await fleet.start('portal');
  const times: Record<string, number> = {};
  const targets = [];
  for (const path of ['/api/auth/login', '/api/auth/forgot-password']) {
    const { known, unknown } = await compare(url + path, emails);
    times[`${path}, known address`] = known;
    times[`${path}, unknown address`] = unknown;
    const apart = (Math.abs(known - unknown) / Math.min(known, unknown)) * 100;
    targets.push(atMost(`${path}: difference of medians at most 10%`, 10, apart, true));
  }
  return { title: `Response times for known and unknown addresses, ${PAIRS} pairs`, figures: [], times, targets };
};
