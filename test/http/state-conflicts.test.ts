import { describe, expect, it } from 'vitest';
import { subscriptions } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { errorCodesOf, operations } from '../helpers/documented.ts';
import type { Person } from '../helpers/people.ts';
import { type Portal, portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';

const portal = portalForThisFile();

// Idempotency keys have tests of their own.
const documented = operations
  .filter(({ operation }) => errorCodesOf(operation, 409).some((code) => code !== 'IDEMPOTENCY_CONFLICT'))
  .map(({ name }) => name);

type Answer = ReturnType<Person['get']>;

const ownSeat = async (admin: Person) => {
  const { data } = (await admin.get('/api/auth/org/members')).json();
  return `/api/auth/org/members/${data[0].id}`;
};

/** For each operation with a documented 409: the code, and the calls that cause it. */
const PROVOKED: Record<string, [code: string, provoke: (admin: Person, on: Portal) => Promise<Awaited<Answer>>]> = {
  'POST /auth/register': [
    'EMAIL_EXISTS',
    ({ email }, on) => on.visitor().post('/api/auth/register', { email, password: 'correct horse battery' }),
  ],
  'POST /auth/2fa/setup': [
    'TWO_FACTOR_ALREADY_ENABLED',
    async (admin, on) => {
      const authenticator = await enrol(admin);
      const { tempToken, visitor } = { visitor: on.visitor(), ...(await halfway(on, admin)) };
      await visitor.post('/api/auth/2fa/verify-login', { code: codeOf(authenticator), tempToken });
      return admin.post('/api/auth/2fa/setup');
    },
  ],
  'POST /auth/2fa/confirm': [
    'TWO_FACTOR_ALREADY_ENABLED',
    async (admin) => {
      const authenticator = await enrol(admin);
      await admin.post('/api/auth/2fa/confirm', { code: codeOf(authenticator) });
      return admin.post('/api/auth/2fa/confirm', { code: codeOf(authenticator, 1) });
    },
  ],
  'POST /auth/org/invitations': [
    'ALREADY_MEMBER',
    (admin) => admin.post('/api/auth/org/invitations', { email: admin.email }),
  ],
  'PUT /auth/org/members/{id}': ['LAST_ADMIN', async (admin) => admin.put(await ownSeat(admin), { role: 'member' })],
  'DELETE /auth/org/members/{id}': ['LAST_ADMIN', async (admin) => admin.send('DELETE', await ownSeat(admin))],
  'GET /billing/subscription': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      const item = {
        kind: 'plan',
        key: 'website',
        tier: null,
        name: 'X',
        amount: 100,
        interval: 'month',
        intervalCount: 1,
      } as const;
      const items = ['usd', 'eur'].map((currency) => ({ ...item, currency }));
      await clientDb(on, admin.orgId).insert(subscriptions).values({ clientId: admin.orgId, status: 'active', items });
      return admin.get('/api/billing/subscription');
    },
  ],
};

describe('a conflict', () => {
  it('is tested here for every documented 409', () => {
    expect(Object.keys(PROVOKED).sort()).toEqual(documented.sort());
  });

  it.each(Object.entries(PROVOKED))('at %s returns the documented code', async (_operation, [code, provoke]) => {
    const answer = await provoke(await portal.register(), portal);

    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ ok: false, code, error: expect.stringMatching(/^[A-Z].*\.$/) });
  });
});
