import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, securityEvents, users } from '../../db/schema/index.ts';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { invite } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ACCEPT = '/api/auth/accept-invitation';
const PROFILE = '/api/auth/account/profile';
const PASSWORD = 'quite long enough';

describe('Twenty concurrent uses of one invitation', () => {
  const seats = (email: string) =>
    portal.deps.database.accounts
      .select({ orgId: memberships.orgId })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(users.email, email));
  const twenty = <T>(one: (turn: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, turn) => one(turn)));

  it('succeed once for a signed-in user', async () => {
    const [admin, invited] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: invited.email });

    const answers = await twenty((turn) =>
      invited.post(
        turn % 2 ? ACCEPT : '/trpc/auth.acceptInvitation',
        { token },
        { 'x-forwarded-for': `10.9.8.${turn}` },
      ),
    );

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('400 INVALID_TOKEN')]);
    expect(await seats(invited.email)).toHaveLength(2);
    const { accounts: db } = portal.deps.database;
    const trail = await db.select().from(securityEvents).where(eq(securityEvents.orgId, admin.orgId));
    expect(trail.filter(({ type }) => type === 'invitation_accepted')).toMatchObject([
      { userId: invited.userId, actor: null, details: { role: 'member' } },
    ]);
  });

  it('succeed once and create one account for new users, on either route', async () => {
    const admin = await portal.register();
    const { email, token } = await invite(admin);

    const answers = await twenty((turn) =>
      turn % 2
        ? portal.visitor().post(ACCEPT, { token, password: PASSWORD })
        : portal.visitor().post('/api/auth/register', { email, password: PASSWORD, invitationToken: token }),
    );

    const through = answers.filter(({ statusCode }) => statusCode < 300);
    expect(through).toHaveLength(1);
    expect(answers.filter(({ cookies }) => cookies.length > 0)).toEqual(through);
    const refusals = ['400 INVALID_TOKEN', '401 LOGIN_REQUIRED', '409 EMAIL_EXISTS'];
    for (const answer of answers.filter(({ statusCode }) => statusCode >= 300))
      expect(refusals).toContain(outcome(answer));
    expect(await seats(email)).toEqual([{ orgId: admin.orgId }]);
  });
});

describe('A token', () => {
  it('of an invitation is refused by every other route', async () => {
    const admin = await portal.register();
    const { email, token } = await invite(admin);
    const bearer = { authorization: `Bearer ${token}` };
    const bodies: [string, object][] = [
      ['POST /api/auth/verify-email', { token }],
      ['POST /api/auth/reset-password', { token, password: PASSWORD }],
      ['2fa/verify-login', { tempToken: token, code: '123456' }],
      ['2fa/verify-backup-code', { tempToken: token, code: 'abcde-fghij' }],
      ['login', { email, password: token }],
    ];

    const answers = [
      await portal.inject({ url: PROFILE, cookies: { portal_session: token } }),
      await portal.inject({ url: PROFILE, cookies: { portal_token: token } }),
      await portal.visitor().get(PROFILE, bearer),
      await portal.visitor().get('/api/visibility/scores', bearer),
      await portal.visitor().get(PROFILE, { authorization: `Bearer pk_${token}` }),
      ...(await Promise.all(bodies.map(([path, body]) => portal.visitor().post(`/api/auth/${path}`, body, bearer)))),
    ];

    expect(answers.filter(({ statusCode }) => statusCode < 400)).toEqual([]);
    expect((await portal.visitor().post(ACCEPT, { token })).statusCode).toBe(200);
  });

  it('of any other kind is refused as an invitation', async () => {
    const person = await portal.register();
    const { accounts: db } = portal.deps.database;
    const kinds = ['email_verification', 'password_reset', 'second_factor'] as const;
    const { key } = await person.pipeline();
    const cookie = /portal_session=([^;]+)/.exec(person.cookie)?.[1];
    const tokens = [key, cookie, ...(await Promise.all(kinds.map((kind) => issueToken(db, kind, person.userId))))];

    const answers = await Promise.all(
      tokens.flatMap((token) => [
        portal.visitor().post(ACCEPT, { token }),
        person.post(ACCEPT, { token }),
        portal.visitor().post('/api/auth/register', {
          email: `${randomUUID()}@example.com`,
          password: PASSWORD,
          invitationToken: token,
        }),
      ]),
    );

    expect(answers.map(outcome)).toEqual(Array(tokens.length * 3).fill('400 INVALID_TOKEN'));
    expect((await person.get(PROFILE)).statusCode).toBe(200);
  });
});
