import { inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { oneTimeTokens, users } from '../../db/schema/index.ts';
import { fingerprint, newToken } from '../../server/identity/tokens.ts';
import { RATES } from '../../server/limits/rates.ts';
import { seedApiKey, seedPeople } from '../seed.ts';
import type { Attack, Stage } from './attack.ts';
import { callsAtMost, noFailures } from './bounds.ts';
import { bearer, PASSWORD } from './clients.ts';

const TOKENS = 6;
const RESETS = 150;
const WAVES = 60;

/** Creates people with a token each to reset their password. */
async function seedTokens(database: Database, orgId: string, count: number) {
  const emails = (await seedPeople(database, orgId, count)).map(({ email }) => email);
  const people = await database.accounts.select({ id: users.id }).from(users).where(inArray(users.email, emails));
  const made = people.map(({ id }) => ({ userId: id, token: newToken() }));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database.accounts.insert(oneTimeTokens).values(
    made.map(({ userId, token }) => ({
      userId,
      kind: 'password_reset' as const,
      hash: fingerprint(token),
      expiresAt,
    })),
  );
  return made.map(({ token }) => token);
}

const resets: Attack = {
  name: 'resets',
  title: `${TOKENS} reset tokens, ${RESETS} resets at once with each, and again with others`,
  clients: 1,
  prepare: (database, [client]) => seedTokens(database, client?.id ?? '', TOKENS * WAVES),
  async run({ call, prepared, signal }) {
    for (let wave = 0; wave < WAVES && !signal.aborted; wave++) {
      const tries = Array.from({ length: TOKENS * RESETS }, (_, n) => {
        const token = prepared(TOKENS * wave + (n % TOKENS));
        const body = JSON.stringify({ token, password: 'another password' });
        return call({ method: 'POST', path: '/api/auth/reset-password', body });
      });
      await Promise.all(tries);
    }
  },
  neighbour: ({ email }) => ({
    method: 'POST',
    path: '/api/auth/login',
    body: JSON.stringify({ email, password: PASSWORD }),
  }),
  every: 100,
  bounds: [noFailures],
};

/** The limits of production, which other attacks run without. */
const settings = async () => ({
  RATE_LIMIT_PER_MINUTE: String(RATES.general.max),
  RATE_LIMIT_PER_CLIENT: String(RATES.client.max),
});
const KEYS = 50;
const SESSIONS = 100;

/** Of these, all beyond the limit of a minute must be refused; they are made within a minute. */
const CALLS = 1.5 * RATES.client.max;
const MINUTE = 55_000;

/** Reads scores with each of the headers in a loop. */
async function readInLoops({ call, signal }: Stage, headers: Record<string, string>[]) {
  const late = AbortSignal.timeout(MINUTE);
  let left = CALLS;
  const read = async (own: Record<string, string>) => {
    while (left-- > 0 && !signal.aborted && !late.aborted) await call({ path: '/api/visibility/scores', headers: own });
  };
  await Promise.all(headers.map(read));
}

const manyKeys: Attack = {
  name: 'keys',
  title: `reads with ${KEYS} keys of one client at once, under the limits of production`,
  clients: 1,
  async prepare(database, [client]) {
    const keys: string[] = [];
    while (keys.length < KEYS) keys.push(await seedApiKey(database, client?.id ?? '', ['read']));
    return keys;
  },
  settings,
  ends: true,
  run(stage) {
    const keys = Array.from({ length: KEYS }, (_, n) => stage.prepared(n));
    return readInLoops(stage, keys.map(bearer));
  },
  bounds: callsAtMost(RATES.client.max),
};

const manySessions: Attack = {
  name: 'sessions',
  title: `reads in ${SESSIONS} sessions of one client at once, under the limits of production`,
  clients: 1,
  async prepare(database, [client]) {
    const people = await seedPeople(database, client?.id ?? '', SESSIONS);
    return people.map(({ cookie }) => cookie);
  },
  settings,
  ends: true,
  run(stage) {
    const cookies = Array.from({ length: SESSIONS }, (_, n) => ({ cookie: stage.prepared(n) }));
    return readInLoops(stage, cookies);
  },
  bounds: callsAtMost(RATES.client.max),
};

export const accountAttacks = [resets, manyKeys, manySessions];
