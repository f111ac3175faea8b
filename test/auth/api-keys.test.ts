import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys, memberships } from '../../db/schema/index.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const KEYS = '/api/auth/org/api-keys';

describe('An API key', () => {
  it('is shown once, listed without its secret and stored as a hash', async () => {
    const person = await portal.register({ name: 'Ada' });

    const made = await person.post(KEYS, {
      name: 'Nightly',
      scopes: ['ingest', 'read'],
      expiresAt: '2999-01-01T00:00:00Z',
    });
    const listed = await person.get(KEYS);

    const { key, apiKey } = made.json();
    expect(made.statusCode).toBe(201);
    expect(key).toMatch(/^pk_[\w-]{43}$/);
    expect(apiKey).toEqual({
      id: apiKey.id,
      name: 'Nightly',
      scopes: ['ingest', 'read'],
      prefix: key.slice(0, 11),
      createdAt: apiKey.createdAt,
      createdBy: { id: person.userId, name: 'Ada', email: person.email, role: 'admin' },
      expiresAt: '2999-01-01T00:00:00.000Z',
      lastUsedAt: null,
    });
    expect(listed.json()).toEqual({ ok: true, data: [apiKey] });
    const [stored] = await portal.deps.database.accounts.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it.each([
    [['read'], 'GET', '/api/visibility/scores', 200],
    [['read'], 'GET', '/api/insights/history', 200],
    [['read'], 'POST', '/api/insights/query', 403],
    [['read'], 'POST', '/api/ingest/scans', 403],
    [['read'], 'GET', '/api/auth/account/profile', 403],
    [['read'], 'GET', KEYS, 403],
    [['ingest'], 'GET', '/api/visibility/scores', 403],
    [['ingest'], 'GET', '/api/insights/history', 403],
    [['ingest'], 'POST', '/api/ingest/scans', 201],
    [['ingest', 'read'], 'GET', '/api/visibility/scores', 200],
  ] as const)('with the scopes %j: %s %s returns %i', async (scopes, method, url, status) => {
    const pipeline = await (await portal.register()).pipeline([...scopes]);

    const response = await pipeline.send(
      method,
      url,
      url.includes('scans') ? scan() : url.includes('query') ? { type: 'scoring' } : undefined,
    );

    expect(response.statusCode).toBe(status);
  });

  it('takes precedence over a session cookie, even if invalid', async () => {
    const [one, other] = [await portal.register({ orgName: 'One' }), await portal.register({ orgName: 'Other' })];
    const { key } = await other.pipeline(['read']);

    const reading = await one.get('/api/auth/account/profile', { authorization: `Bearer ${key}` });
    const wrong = await one.get('/api/visibility/scores', { authorization: `Bearer pk_${'x'.repeat(43)}` });

    expect([reading.statusCode, wrong.statusCode]).toEqual([403, 401]);
  });

  it.each(['Bearer  ', 'Bearer\t', 'bearer \t '])('takes precedence also after other blanks: %j', async (scheme) => {
    const [one, other] = [await portal.register({ orgName: 'One' }), await portal.register({ orgName: 'Other' })];
    const { key } = await other.pipeline(['read']);
    await other.post('/api/cms/pages', { title: 'Of the other', type: 'blog' });

    const pages = await one.get('/api/cms/pages', { authorization: `${scheme}${key}` });

    expect(pages.json()).toMatchObject([{ title: 'Of the other' }]);
  });

  it('records its last use and stops working when deleted or expired', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline(['read']);
    const ask = async () => (await pipeline.get('/api/visibility/scores')).statusCode;

    const before = await ask();
    const [{ id, lastUsedAt }] = (await person.get(KEYS)).json().data;
    await portal.deps.database.accounts.update(apiKeys).set({ expiresAt: sql`now()` }).where(eq(apiKeys.id, id));
    const expired = await ask();
    await portal.deps.database.accounts.update(apiKeys).set({ expiresAt: null }).where(eq(apiKeys.id, id));
    const revived = await ask();
    await person.del(`${KEYS}/${id}`);

    expect([before, expired, revived, await ask()]).toEqual([200, 401, 200, 401]);
    expect(Date.parse(lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is created, listed and revoked by administrators only', async () => {
    const person = await portal.register();
    await portal.deps.database.accounts
      .update(memberships)
      .set({ role: 'member' })
      .where(eq(memberships.userId, person.userId));

    const answers = [
      await person.get(KEYS),
      await person.post(KEYS, { name: 'Mine', scopes: ['read'] }),
      await person.del(`${KEYS}/${person.orgId}`),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  });

  it.each([
    [{ scopes: ['read'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['write'] }, 'scopes.0'],
    [{ name: 'x', scopes: ['read', 'read'] }, 'scopes'],
    [{ name: 'x', scopes: ['read'], expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', scopes: ['read'], expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('is not created from %j', async (body, path) => {
    const person = await portal.register();

    const response = await person.post(KEYS, body);

    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path }]);
  });

  it('is refused past fifty keys of an organization', async () => {
    const person = await portal.register();
    for (let made = 0; made < 50; made++) await person.pipeline();

    const response = await person.post(KEYS, { name: 'One too many', scopes: ['read'] });

    expect(response.statusCode).toBe(400);
    expect((await person.get(KEYS)).json().data).toHaveLength(50);
  });
});
