import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations, securityEvents, users } from '../../db/schema/index.ts';
import { sweepInvitations } from '../../routers/auth/org/seats.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { openMail } from '../../server/mail/outbox.ts';
import { invite } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

const INVITATIONS = '/api/auth/org/invitations';
const ACCEPT = '/api/auth/accept-invitation';

const address = () => `${randomUUID()}@example.com`;
const stored = (email: string) =>
  portal.deps.database.accounts.select().from(invitations).where(eq(invitations.email, email));

/** The mails queued to an address, oldest first. */
async function mailsTo(email: string) {
  const rows = await portal.deps.database.accounts.execute<{ id: string; data: string | { sealed: string } }>(
    sql`select id, data from pgboss.job where name = 'mail' order by created_on`,
  );
  return [...rows]
    .map(({ id, data }) => openMail(portal.deps.env, id, typeof data === 'string' ? JSON.parse(data) : data))
    .filter(({ to }) => to === email);
}

describe('An invitation', () => {
  it('is created by an administrator, shown once with its token and listed without it', async () => {
    const admin = await portal.register({ name: 'Ada' });
    const email = address();

    const made = await admin.post(INVITATIONS, { email, role: 'admin' });
    const listed = await admin.get(INVITATIONS);

    const { token, inviteUrl, ...rest } = made.json().invitation;
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({ ok: true, invitation: expect.any(Object) });
    expect(rest).toEqual({
      id: rest.id,
      email,
      role: 'admin',
      status: 'pending',
      invitedBy: { id: admin.userId, name: 'Ada' },
      expiresAt: rest.expiresAt,
      createdAt: rest.createdAt,
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(inviteUrl).toBe(`${portal.deps.env.APP_URL}/accept-invitation?token=${token}`);
    const days = (Date.parse(rest.expiresAt) - Date.parse(rest.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(listed.json()).toEqual({ ok: true, data: [{ ...rest, canJoin: true }] });
  });

  it('is stored as a hash that does not work as a token', async () => {
    const admin = await portal.register();

    const { email, token } = await invite(admin);

    const [row] = await stored(email);
    expect(row?.tokenHash).toBe(fingerprint(token));
    expect(JSON.stringify(row)).not.toContain(token);
    const queue = await portal.deps.database.accounts.execute(sql`select * from pgboss.job`);
    expect(JSON.stringify([...queue])).not.toContain(token);
    expect(outcome(await portal.visitor().post(ACCEPT, { token: row?.tokenHash }))).toBe('400 INVALID_TOKEN');
  });

  it('is emailed with the inviter, the organization and the role', async () => {
    const admin = await portal.register({ name: 'Ada “Countess” <b>', orgName: 'Engines & Co' });

    const { email, token } = await invite(admin, { role: 'admin' });

    const [mail, ...others] = await mailsTo(email);
    expect(mail).toMatchObject({ kind: 'invitation', to: email, subject: 'Invitation to the client portal' });
    expect(mail?.body[0]).toContain('Ada “Countess” <b> invites you to join Engines & Co');
    expect(mail?.body[0]).toContain('as an administrator');
    expect(mail?.body[1]).toMatchObject({ url: expect.stringContaining(token) });
    expect(others).toEqual([]);
  });

  it('grants the role of a member by default', async () => {
    const admin = await portal.register();

    const response = await admin.post(INVITATIONS, { email: address() });

    expect(response.json().invitation.role).toBe('member');
  });

  it.each([
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'two@example.com, other@example.com' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ email: 'Ada <ada@example.com>' }, 'email'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    // Cyrillic а and е, the dotless ı and the sign for kelvin only look like the letters of an address.
    [{ email: 'аda@example.com' }, 'email'],
    [{ email: 'ada@ｅxample.com' }, 'email'],
    [{ email: 'mıra@example.com' }, 'email'],
    [{ email: '\u212Aim@example.com' }, 'email'],
    [{ email: 'ada@example.com', role: 'owner' }, 'role'],
    [{ email: 'ada@example.com', role: null }, 'role'],
  ])('is not created from %j', async (body, path) => {
    const admin = await portal.register();

    const response = await admin.post(INVITATIONS, body);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues).toMatchObject([{ path }]);
    expect((await admin.get(INVITATIONS)).json().data).toEqual([]);
  });

  it('returns 409 for the address of a member in any spelling', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const answers = await Promise.all(
      [admin.email, member.email, ` ${member.email.toUpperCase()} `].map((email) => admin.post(INVITATIONS, { email })),
    );

    expect(answers.map(outcome)).toEqual(Array(3).fill('409 ALREADY_MEMBER'));
  });

  it('replaces an earlier one to the same address and voids its token', async () => {
    const admin = await portal.register();
    const older = await invite(admin);
    const newer = await invite(admin, { email: older.email.toUpperCase(), role: 'admin' });

    const [voided, good] = [
      await portal.visitor().post(ACCEPT, { token: older.token }),
      await portal.visitor().post(ACCEPT, { token: newer.token }),
    ];

    expect([voided, good].map(outcome)).toEqual(['400 INVALID_TOKEN', '200']);
    expect((await admin.get(INVITATIONS)).json().data).toMatchObject([{ email: older.email, role: 'admin' }]);
    expect(await mailsTo(older.email)).toHaveLength(2);
  });

  it('exists once with one valid token after twenty concurrent requests for an address', async () => {
    const admin = await portal.register();
    const email = address();

    const made = await Promise.all(Array.from({ length: 20 }, () => admin.post(INVITATIONS, { email })));
    const tokens = made.map((answer) => answer.json().invitation.token);
    const tried = await Promise.all(tokens.map((token) => portal.visitor().post(ACCEPT, { token })));

    expect(made.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    expect((await admin.get(INVITATIONS)).json().data).toHaveLength(1);
    expect(tried.map(outcome).sort()).toEqual(['200', ...Array(19).fill('400 INVALID_TOKEN')]);
  });

  it('does not affect an invitation of another organization to the same address', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const email = address();

    const tokens = [(await invite(one, { email })).token, (await invite(other, { email })).token];

    const answers = await Promise.all(tokens.map((token) => portal.visitor().post(ACCEPT, { token })));
    expect(answers.map((answer) => answer.json().orgId)).toEqual([one.orgId, other.orgId]);
  });

  it('is revoked at once', async () => {
    const admin = await portal.register();
    const { id, token } = await invite(admin);

    const answers = [
      await admin.del(`${INVITATIONS}/${id}`),
      await admin.del(`${INVITATIONS}/${id}`),
      await portal.visitor().post(ACCEPT, { token }),
    ];

    expect(answers.map(outcome)).toEqual(['200', '404 NOT_FOUND', '400 INVALID_TOKEN']);
    expect(answers[0]?.json()).toEqual({ ok: true });
    expect((await admin.get(INVITATIONS)).json().data).toEqual([]);
  });

  it('of another organization is a 404, like an unknown one', async () => {
    const [admin, other] = [await portal.register(), await portal.register()];
    const { id } = await invite(other);
    const ids = [id, other.orgId, randomUUID(), 'no-id', '%20', '1'];

    const answers = await Promise.all(ids.map((one) => admin.del(`${INVITATIONS}/${one}`)));

    expect(answers.map(outcome)).toEqual(Array(ids.length).fill('404 NOT_FOUND'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await other.get(INVITATIONS)).json().data).toHaveLength(1);
  });

  it('is not created, listed or revoked by members, and 400 precedes 403', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const { id } = await invite(admin);

    const answers = [
      await member.post(INVITATIONS, { email: 'nobody' }),
      await member.post(INVITATIONS, { email: address() }),
      await member.post('/trpc/auth.org.invitations.create', { email: address() }),
      await member.get(INVITATIONS),
      await member.del(`${INVITATIONS}/${id}`),
      await member.del(`${INVITATIONS}/no-id`),
    ];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', ...Array(5).fill('403 FORBIDDEN')]);
    expect((await admin.get(INVITATIONS)).json().data).toHaveLength(1);
  });

  it('is refused, unlisted and deleted once expired', async () => {
    const admin = await portal.register();
    const { email, token } = await invite(admin);
    const { accounts: db } = portal.deps.database;
    await db.update(invitations).set({ expiresAt: sql`now()` }).where(eq(invitations.email, email));

    const answers = [
      await portal.visitor().post(ACCEPT, { token }),
      await portal.visitor().post(ACCEPT, { token, password: 'quite long enough' }),
      await portal.visitor().post('/api/auth/register', { email, password: 'long enough', invitationToken: token }),
    ];
    const listed = (await admin.get(INVITATIONS)).json().data;
    await sweepInvitations(db);

    expect(answers.map(outcome)).toEqual(Array(3).fill('400 INVALID_TOKEN'));
    expect(listed).toEqual([]);
    expect(await stored(email)).toEqual([]);
    expect(await db.select().from(users).where(eq(users.email, email))).toEqual([]);
  });

  it('records its creation and revocation in the security trail', async () => {
    const admin = await portal.register();
    const { id, email, token } = await invite(admin);
    await admin.del(`${INVITATIONS}/${id}`);

    const { accounts: db } = portal.deps.database;
    const events = await db.select().from(securityEvents).where(eq(securityEvents.orgId, admin.orgId));

    const line = { userId: admin.userId, details: { email, role: 'member' } };
    for (const type of ['invitation_created', 'invitation_revoked'])
      expect(events).toContainEqual(expect.objectContaining({ type, ...line }));
    expect(JSON.stringify(events)).not.toContain(token);
  });
});
