import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { upstreamForThisTest, well } from '../helpers/upstream.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';
const PAGE = { title: 'Dental implants', content: '# Prices' };
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const pagesOf = async (person: Person) => (await person.get(PAGES)).json().length;

describe('a call with the Idempotency-Key of an earlier one', () => {
  it('gets the same status, body and ETag, and creates nothing', async () => {
    const person = await portal.register();
    const key = keyed();

    const first = await person.post(PAGES, PAGE, key);
    await person.put(`${PAGES}/${first.json().data.id}`, { title: 'Changed' });
    const again = await person.post(PAGES, { content: PAGE.content, title: PAGE.title }, key);

    expect(outcome(first)).toBe('201');
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([201, first.body, first.headers.etag]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await pagesOf(person)).toBe(1);
  });

  it('is 409 with another body or at another route', async () => {
    const person = await portal.register();
    const key = keyed();
    const first = await person.post(PAGES, PAGE, key);

    const otherBody = await person.post(PAGES, { ...PAGE, title: 'Another' }, key);
    const elsewhere = await person.post(`${PAGES}/${first.json().data.id}/versions/1/restore`, {}, key);
    const overRpc = await person.post('/trpc/insights.query', { type: 'playbook' }, key);

    expect([otherBody, elsewhere, overRpc].map(outcome)).toEqual(Array(3).fill('409 IDEMPOTENCY_CONFLICT'));
    expect(await pagesOf(person)).toBe(1);
  });

  it('is independent of another caller with the same key', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const stranger = await portal.register();
    const key = keyed();

    const answers = await Promise.all([admin, member, stranger].map((person) => person.post(PAGES, PAGE, key)));
    const pipelines = await Promise.all([admin.pipeline(), admin.pipeline()]);
    const receipts = await Promise.all(pipelines.map((pipeline) => pipeline.post('/api/ingest/records', [], key)));

    expect(answers.map(outcome)).toEqual(['201', '201', '201']);
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(3);
    for (const answer of [...answers, ...receipts]) expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('gets the answer over tRPC that the first got over REST, and the other way round', async () => {
    const person = await portal.register();
    const [one, other] = [keyed(), keyed()];
    const rpc = '/trpc/cms.pages.create';

    const overRest = await person.post(PAGES, PAGE, one);
    const thenRpc = await person.post(rpc, PAGE, one);
    const thenAlone = await person.post(`${rpc}?batch=1`, { 0: PAGE }, one);
    const overRpc = await person.post(rpc, PAGE, other);
    const thenRest = await person.post(PAGES, PAGE, other);

    expect(thenRpc.json().result.data).toEqual(overRest.json());
    expect(thenAlone.json()[0].result.data).toEqual(overRest.json());
    expect([thenRest.statusCode, thenRest.json()]).toEqual([201, overRpc.json().result.data]);
    for (const again of [thenRpc, thenAlone, thenRest]) expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await pagesOf(person)).toBe(2);
  });

  it('runs again after a failure, with any body', async () => {
    const person = await portal.register();
    const member = await portal.join(person);
    const key = keyed();

    const invalid = await person.post(PAGES, { title: '' }, key);
    const missing = await person.post(`${PAGES}/${randomUUID()}/versions/1/restore`, {}, key);
    const refused = await person.post('/api/auth/org/invitations', { email: member.email }, key);
    const valid = await person.post(PAGES, PAGE, key);

    expect([invalid, missing, refused, valid].map(outcome)).toEqual([
      '400 VALIDATION_ERROR',
      '404 NOT_FOUND',
      '409 ALREADY_MEMBER',
      '201',
    ]);
  });

  it('runs again after 503', async () => {
    const upstream = await upstreamForThisTest((response) => void response.writeHead(400).end());
    const asking = await portalForThisTest({ beside: portal, env: { INSIGHTS_URL: upstream.url } });
    const person = await asking.register();
    const key = keyed();

    const failed = await person.post('/api/insights/query', { type: 'playbook' }, key);
    upstream.becomes(well);
    const again = await person.post('/api/insights/query', { type: 'playbook' }, key);

    expect(failed.statusCode).toBeGreaterThanOrEqual(500);
    expect(outcome(again)).toBe('200');
    expect(again.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('is refused once the caller has lost the role', async () => {
    const admin = await portal.register();
    const other = await portal.join(admin, 'admin');
    const key = keyed();
    const invitation = { email: `${randomUUID()}@example.com` };
    const first = await other.post('/api/auth/org/invitations', invitation, key);
    const { data: members } = (await admin.get('/api/auth/org/members')).json();
    const seat = members.find(({ userId }: { userId: string }) => userId === other.userId);
    await admin.put(`/api/auth/org/members/${seat.id}`, { role: 'member' });

    const again = await other.post('/api/auth/org/invitations', invitation, key);

    expect([first, again].map(outcome)).toEqual(['201', '403 FORBIDDEN']);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['', ' ', 'two words', 'naïve', 'x'.repeat(256), 'tab\there'])('%j is rejected with 400', async (key) => {
    const person = await portal.register();

    const overRest = await person.post(PAGES, PAGE, keyed(key));
    const overRpc = await person.post('/trpc/cms.pages.create', PAGE, keyed(key));
    const question = await person.post('/api/insights/query', { type: 'playbook' }, keyed(key));
    const unknown = await portal.visitor().post(PAGES, PAGE, keyed(key));

    expect([overRest, overRpc, question].map(outcome)).toEqual(Array(3).fill('400 VALIDATION_ERROR'));
    expect(overRest.json().issues[0].path).toBe('Idempotency-Key');
    expect(Object.keys(question.json())).toEqual(['error']);
    expect(outcome(unknown)).toBe('401 UNAUTHENTICATED');
  });

  it.each(['!', '~'.repeat(255), '"quoted"'])('%j is accepted', async (key) => {
    const person = await portal.register();

    expect(outcome(await person.post(PAGES, PAGE, keyed(key)))).toBe('201');
    expect((await person.post(PAGES, PAGE, keyed(key))).headers['idempotent-replayed']).toBe('true');
  });

  it('is refused for a batch of several calls, which then does nothing', async () => {
    const person = await portal.register();

    const batch = await person.post('/trpc/cms.pages.create,cms.pages.create?batch=1', { 0: PAGE, 1: PAGE }, keyed());

    expect(outcome(batch)).toBe('400 VALIDATION_ERROR');
    expect(await pagesOf(person)).toBe(0);
  });

  it('may be sent from another origin, and the replay can be seen there', async () => {
    const origin = 'https://app.example';
    const open = await portalForThisTest({ beside: portal, env: { CORS_ORIGINS: origin } });
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' };

    const { headers } = await open.inject({ method: 'OPTIONS', url: PAGES, headers: { origin, ...asked } });
    const answer = await open.inject({ url: '/healthz', headers: { origin } });

    expect(headers['access-control-allow-headers']).toContain('idempotency-key');
    expect(answer.headers['access-control-expose-headers']).toContain('Idempotent-Replayed');
  });
});
