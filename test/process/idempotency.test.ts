import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { silent, upstreamForThisTest } from '../helpers/upstream.ts';

const LONG = 180_000;
const QUESTION = { type: 'nlq', query: 'Why?' };

/** A portal process with an insights service of the test. */
async function askingProcess(...behaviours: Parameters<typeof upstreamForThisTest>) {
  const upstream = await upstreamForThisTest(...behaviours);
  const variables = {
    ...(await homeForThisTest()),
    INSIGHTS_URL: upstream.url,
    INSIGHTS_SECRET: randomBytes(32).toString('base64'),
    INSIGHTS_TIMEOUT_MS: '60000',
  };
  return { upstream, variables, portal: await portalProcess(variables) };
}

it('a question whose process was killed is asked again under its Idempotency-Key', { timeout: LONG }, async () => {
  const { upstream, variables, portal } = await askingProcess(silent);
  const { person, cookie } = await settle(portal);
  const key = { 'idempotency-key': randomUUID() };
  const lost = person.post('/api/insights/query', QUESTION, key).catch(() => 'lost');
  await expect.poll(() => upstream.asked.length, { timeout: 20_000 }).toBe(1);

  await portal.kill();
  upstream.becomes();
  const second = await portalProcess(variables);
  const again = await second.visitor().post('/api/insights/query', QUESTION, { ...key, cookie });
  const replay = await second.visitor().post('/api/insights/query', QUESTION, { ...key, cookie });

  expect(await lost).toBe('lost');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([again.text, 'true']);
  // Counted from the restart on.
  expect(upstream.asked).toHaveLength(1);
});

describe.skipIf(!onServer())('twenty POSTs with one Idempotency-Key in two processes', () => {
  it('ask one question and create one page', { timeout: LONG }, async () => {
    const { upstream, variables, portal } = await askingProcess();
    const portals = [portal, await portalProcess(variables)];
    const { cookie } = await settle(portal);
    const key = { 'idempotency-key': randomUUID(), cookie };
    const pageKey = { 'idempotency-key': randomUUID(), cookie };
    const visitors = Array.from({ length: 20 }, (_, turn) => (portals[turn % 2] ?? portal).visitor());

    const answers = await Promise.all(visitors.map((visitor) => visitor.post('/api/insights/query', QUESTION, key)));
    const pages = await Promise.all(
      visitors.map((visitor) => visitor.post('/api/cms/pages', { title: 'One', content: '# One' }, pageKey)),
    );
    const list = (await portal.visitor().get('/api/cms/pages', { cookie })).json();

    expect(upstream.asked).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(201);
    expect(list).toHaveLength(1);
  });
});
