import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, securityEvents } from '../../db/schema/index.ts';
import type { Person } from '../helpers/people.ts';
import { openPortal, portalForThisFile } from '../helpers/portal.ts';
import { ageSession, codeOf, enrol, halfway, wrongCode } from '../helpers/second-factor.ts';
import { type Event, events, ORG, OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const types = async (person: Person, url = OWN) => (await events(person, url)).map(({ type }) => type);

const login = ({ email, password }: Pick<Person, 'email' | 'password'>, headers: Record<string, string> = {}) =>
  portal.visitor().post('/api/auth/login', { email, password }, headers);

describe('GET /api/auth/account/activity', () => {
  it('lists events with time, address and user agent, newest first', async () => {
    const person = await portal.register();
    await login(person, { 'user-agent': 'Firefox/140', 'x-forwarded-for': '10.20.30.40' });

    const response = await person.get(OWN);

    const { data, ...more } = response.json();
    const [first, second] = data as Event[];
    expect([response.statusCode, more]).toEqual([200, { ok: true, hasMore: false }]);
    expect(first).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      type: 'signed_in',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ipAddress: '10.20.30.40',
      userAgent: 'Firefox/140',
      actor: null,
      client: { id: person.orgId, name: 'Example' },
      user: { id: person.userId, name: null },
      reason: null,
      details: { by: 'password' },
    });
    expect(Math.abs(Date.parse(first?.at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(second).toMatchObject({ type: 'signed_in', ipAddress: person.address });
    expect(data).toHaveLength(2);
  });

  it('lists sign-ins and session changes', async () => {
    const person = await portal.register();
    await login({ ...person, password: 'wrong' });
    await login(person);
    await login(person);
    const [session] = (await person.get('/api/auth/account/sessions')).json();
    await person.del(`/api/auth/account/sessions/${session.id}`);
    await person.del(`/api/auth/account/sessions/${session.id}`);
    await person.post('/api/auth/account/sessions/revoke-others');
    await person.post('/api/auth/account/sessions/revoke-others');
    const again = await login(person);
    await person.post('/api/auth/logout');

    const cookie = `portal_session=${again.cookies[0]?.value}`;
    const seen = (await portal.inject({ url: OWN, headers: { cookie } })).json().data as Event[];
    expect(seen.reverse().map(({ type, details }) => [type, details])).toEqual([
      ['signed_in', { by: 'password' }],
      ['sign_in_failed', { by: 'password' }],
      ['signed_in', { by: 'password' }],
      ['signed_in', { by: 'password' }],
      ['session_revoked', { sessionId: session.id, ipAddress: session.ipAddress }],
      ['other_sessions_revoked', { sessions: 1 }],
      ['signed_in', { by: 'password' }],
      ['signed_out', {}],
    ]);
  });

  it('lists changes of the second factor', async () => {
    const person = await portal.register();
    const authenticator = await enrol(person);
    const visitor = await halfway(portal, person);
    await visitor.verify(wrongCode(authenticator));
    await visitor.verifyBackup(authenticator.backupCodes[0] ?? '');
    await (await halfway(portal, person)).verify(codeOf(authenticator));
    await ageSession(portal, person);
    await person.post('/api/auth/2fa/disable', { password: 'wrong' });
    await person.post('/api/auth/2fa/regenerate-backup-codes', { password: person.password });
    await person.post('/api/auth/2fa/disable', { password: person.password });

    const seen = (await events(person)).reverse();

    expect(seen.slice(1).map(({ type, details }) => [type, details])).toEqual([
      ['two_factor_on', {}],
      ['second_factor_asked', { by: 'password' }],
      ['second_factor_failed', { by: 'totp' }],
      ['signed_in', { by: 'backup_code', backupCodesRemaining: 9 }],
      ['second_factor_asked', { by: 'password' }],
      ['signed_in', { by: 'totp' }],
      ['reauthentication_failed', { by: 'password' }],
      ['backup_codes_renewed', {}],
      ['two_factor_off', { sessionsEnded: 2 }],
    ]);
  });

  it('records nothing for an unknown address, and one line for the lock after ten wrong passwords', async () => {
    const person = await portal.register();
    const { accounts: db } = portal.deps.database;
    const before = await db.$count(securityEvents);

    for (let turn = 0; turn < 14; turn++) {
      await login({ email: person.email, password: 'wrong' });
      await login({ email: `nobody-${person.email}`, password: 'wrong' });
    }

    const failed = (await types(person)).filter((type) => type === 'sign_in_failed');
    expect(failed).toHaveLength(10);
    await expect.poll(() => types(person)).toContain('sign_in_refused');
    expect(await db.$count(securityEvents)).toBe(before + 11);
  });

  it('lists only the events of the signed-in user', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    await login({ ...other, password: 'wrong' });

    expect(await types(one)).toEqual(['signed_in']);
    expect(await types(other)).toEqual(['sign_in_failed', 'signed_in']);
  });
});

describe('GET /api/auth/org/activity', () => {
  it('names the member concerned by each event', async () => {
    const person = await portal.register();
    await person.put('/api/auth/account/profile', { name: 'Ada' });
    const pipeline = await person.pipeline(['read']);
    await pipeline.get('/api/visibility/scores');

    const seen = await events(person, ORG);

    const member = { userId: person.userId, email: person.email, name: 'Ada' };
    expect(seen.map(({ type, actor, member }) => ({ type, actor, member }))).toEqual([
      { type: 'api_key_used', actor: 'Pipeline', member: null },
      { type: 'api_key_made', actor: null, member },
      { type: 'profile_updated', actor: null, member },
      { type: 'signed_in', actor: null, member },
    ]);
  });

  it('lists the creation, use and deletion of API keys', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline(['read']);
    for (const _ of [1, 2, 3]) await pipeline.get('/api/visibility/scores');
    await pipeline.get('/api/visibility/scores', { 'x-forwarded-for': '10.200.1.1' });
    await pipeline.post('/trpc/ingest.scans', {}, { 'x-forwarded-for': '10.200.1.1' });
    const [{ id }] = (await person.get('/api/auth/org/api-keys')).json().data;
    await person.del(`/api/auth/org/api-keys/${id}`);
    await person.del(`/api/auth/org/api-keys/${id}`);
    await pipeline.get('/api/visibility/scores', { 'x-forwarded-for': '10.200.1.2' });

    const seen = (await events(person, ORG)).reverse().slice(1);

    const key = { keyId: id, name: 'Pipeline' };
    expect(seen.map(({ type, ipAddress, details }) => [type, ipAddress, details])).toEqual([
      ['api_key_made', person.address, { ...key, scopes: ['read'] }],
      ['api_key_used', person.address, key],
      ['api_key_used', '10.200.1.1', key],
      ['api_key_deleted', person.address, key],
    ]);
  });

  it('records one use an hour for a key and an address across processes', async () => {
    const person = await portal.register();
    const { key } = await person.pipeline(['read']);
    const second = await openPortal({ beside: portal });
    const use = (turn: number) =>
      (turn % 2 ? second : portal).inject({
        url: '/api/visibility/scores',
        // One neighbourhood: a /64 is one subscriber.
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': `2001:db8:7:7::${turn}` },
      });

    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => use(turn)));

    await second.close();
    const used = (await types(person, ORG)).filter((type) => type === 'api_key_used');
    expect(answers.map(outcome)).toEqual(Array(20).fill('200'));
    // Two where the clock struck between them.
    expect([1, 2]).toContain(used.length);
  });

  it('returns 403 to members', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline(['read']);
    const asAdmin = await person.get(ORG);
    await portal.deps.database.accounts
      .update(memberships)
      .set({ role: 'member' })
      .where(eq(memberships.userId, person.userId));

    const answers = [
      await person.get(ORG),
      await person.get(OWN),
      await person.get(`${ORG}?limit=0`),
      await pipeline.get(ORG),
      await pipeline.get(OWN),
      await portal.visitor().get(ORG),
    ];

    expect(outcome(asAdmin)).toBe('200');
    expect(answers.map(outcome)).toEqual([
      '403 FORBIDDEN',
      '200',
      '400 VALIDATION_ERROR',
      '403 FORBIDDEN',
      '403 FORBIDDEN',
      '401 UNAUTHENTICATED',
    ]);
  });
});
