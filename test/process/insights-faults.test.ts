import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { freshHome, settle, startPortal } from '../helpers/process.ts';
import { ANSWER, type Behaviour, json, startUpstream, upstreamForThisTest } from '../helpers/upstream.ts';

const SECRET = randomBytes(32).toString('base64');
const MARK = 'do not hand this on';

const AWAY = 'The insights service is not available right now. Please try again shortly.';
const UNUSABLE = 'The question could not be answered. Please try again.';

async function inParts(response: ServerResponse, megabytes: number) {
  response.on('error', () => {});
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"answer":"');
  for (let sent = 0; sent < megabytes && !response.destroyed; sent++)
    if (!response.write(MARK.padEnd(1024 * 1024, 'x')))
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
  response.end('"}');
}

const FAULTS: [what: string, status: 500 | 503, calls: number, behaviour: Behaviour][] = [
  ['hangs up', 503, 4, (response) => response.destroy()],
  ['answers 503', 503, 3, json(503, { error: MARK })],
  ['answers 429', 503, 4, json(429, { error: MARK })],
  ['answers 500', 500, 1, json(500, { error: MARK })],
  ['answers garbage', 500, 1, (response) => response.end(`<html>${MARK}</html>`)],
  ['answers with a schema violation', 500, 1, json(200, { ...ANSWER, confidence: MARK })],
  ['answers with an empty body', 500, 1, (response) => response.end()],
  ['answers 20 MB', 500, 1, (response) => inParts(response, 20)],
];

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let home: Awaited<ReturnType<typeof freshHome>>;
let portal: Awaited<ReturnType<typeof startPortal>>;
beforeAll(async () => {
  [upstream, home] = await Promise.all([startUpstream(), freshHome()]);
  const insights = { INSIGHTS_URL: upstream.url, INSIGHTS_SECRET: SECRET, INSIGHTS_TIMEOUT_MS: '1500' };
  portal = await startPortal({ ...home.variables, ...insights });
});
afterAll(async () => {
  await portal.kill();
  await Promise.all([upstream.close(), home.drop()]);
});

const ask = ({ person }: Awaited<ReturnType<typeof settle>>) =>
  person.post('/api/insights/query', { type: 'nlq', query: 'Why?' });

/** The history as soon as it is not empty. */
async function loggedFor({ person }: Awaited<ReturnType<typeof settle>>) {
  const read = async () => (await person.get('/api/insights/history')).json();
  await expect.poll(async () => (await read()).total, { interval: 200 }).toBeGreaterThan(0);
  return read();
}

async function expectFailure(
  status: 500 | 503,
  answer: Awaited<ReturnType<typeof ask>>,
  who: Parameters<typeof ask>[0],
) {
  const [code, error] = status === 503 ? (['SERVICE_UNAVAILABLE', AWAY] as const) : (['INTERNAL', UNUSABLE] as const);
  const retry_after = Number(answer.headers.get('retry-after'));

  expect(answer.status).toBe(status);
  expect(answer.json()).toEqual(status === 503 ? { error, retry_after } : { error });
  if (status === 503) expect(retry_after).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get('x-error-code')).toBe(code);
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('99');
  const { runs, total } = await loggedFor(who);
  expect({ runs: runs.length, total }).toEqual({ runs: 1, total: 1 });
  expect(runs[0]).toMatchObject({ result_data: { error: { code, message: error } }, tokens_used: 0, run_type: 'nlq' });
}

// The same code on both databases.
describe.skipIf(!onServer())('an insights service that', () => {
  // After five timeouts in a row the circuit opens, for all who ask: each case begins with a service that answers.
  beforeEach(async () => {
    upstream.becomes(json(200, ANSWER));
    const prober = await settle(portal);
    await expect.poll(async () => (await ask(prober)).status, { timeout: 20_000, interval: 500 }).toBe(200);
  });

  it.each(FAULTS)(
    '%s causes %i after %i calls, with one failed run and none of its text',
    async (_what, status, calls, behaviour) => {
      const who = await settle(portal);
      upstream.becomes(behaviour);

      const answer = await ask(who);

      await expectFailure(status, answer, who);
      expect(upstream.asked.map(({ headers }) => headers['x-service-secret'])).toEqual(Array(calls).fill(SECRET));
      const said = JSON.stringify([...answer.headers]) + answer.text;
      expect(said).not.toContain(MARK);
      expect(said + portal.said.stdout + portal.said.stderr).not.toContain(SECRET);
    },
  );

  it('redirects is not followed and does not get the secret elsewhere', async () => {
    const elsewhere = await upstreamForThisTest();
    const who = await settle(portal);
    upstream.becomes((response) => response.writeHead(307, { location: `${elsewhere.url}/query` }).end());

    const answer = await ask(who);

    expect([500, 503]).toContain(answer.status);
    await expectFailure(answer.status as 500 | 503, answer, who);
    expect(elsewhere.asked).toEqual([]);
  });

  it('is unreachable causes 503, and the portal stays ready', async () => {
    await upstream.close();
    const who = await settle(portal);

    const answer = await ask(who);
    const ready = await portal.local.get('/readyz');

    await expectFailure(503, answer, who);
    expect(ready.status).toBe(200);
    expect(ready.json().dependencies).toMatchObject({ database: 'up', insights: 'down' });
  });
});
