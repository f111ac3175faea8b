import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLog } from '../../routers/insights/runs.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { ANSWER, type Behaviour, hangsUp, json, silent, startUpstream, well } from '../helpers/upstream.ts';

const INSIGHTS_TIMEOUT = 500;

const AWAY = 'The insights service is not available right now. Please try again shortly.';
const UNUSABLE = 'The question could not be answered. Please try again.';

const busy = json(503, {});
const tooMuch = json(429, {});
const later = (seconds: string) => json(429, {}, { 'retry-after': seconds });
const inTwoSeconds: Behaviour = (response, request) =>
  later(new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000).toUTCString())(response, request);
const stopsHalfWay: Behaviour = (response) => response.writeHead(200).write('{"type":"ans');
const breaksOff: Behaviour = async (response) => {
  stopsHalfWay(response, response.req);
  await pause(20);
  response.destroy();
};
const plain =
  (status: number, body: string | Uint8Array = '', headers = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);
const megabytes =
  (count: number): Behaviour =>
  async (response: ServerResponse) => {
    response.on('error', () => {}).writeHead(200);
    for (let sent = 0; sent < count && !response.destroyed; sent++)
      if (!response.write(Buffer.alloc(1024 * 1024, 'x')))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    response.end();
  };

/** Behaviour of the service, number of calls, status for the client, and minimum pauses between the calls. */
const TABLE: [what: string, behaviours: Behaviour[], calls: number, status: number, gaps?: number[]][] = [
  ['answers', [well], 1, 200],
  ['never answers', [silent], 4, 503, [100, 200, 400]],
  ['hangs up', [hangsUp], 4, 503, [100, 200, 400]],
  ['breaks off in the middle of its answer', [breaksOff], 4, 503, [100, 200, 400]],
  ['answers 503', [busy], 3, 503, [100, 200]],
  ['answers 503 with a Retry-After for the client', [json(503, {}, { 'retry-after': '20' })], 3, 503, [100, 200]],
  ['answers 429', [tooMuch], 4, 503, [250, 500, 1000]],
  ['answers 429 with Retry-After as a date', [inTwoSeconds, well], 2, 200, [1900]],
  ['answers 429 with an invalid Retry-After', [later('soon'), well], 2, 200, [250]],
  ['answers 503 twice, then succeeds', [busy, busy, well], 3, 200],
  ['alternates between 503 and hanging up, then succeeds', [busy, hangsUp, busy, well], 4, 200],
  ['answers 503 a third time after a hang-up', [busy, hangsUp, busy, busy], 4, 503],
  ['fails in every way in turn', [silent, busy, tooMuch, hangsUp], 4, 503],
  ['answers 503, then 500', [busy, json(500, {})], 2, 500],
  ...[204, 400, 401, 404, 500, 502].map((status): [string, Behaviour[], number, number] => [
    `answers ${status}`,
    [plain(status)],
    1,
    500,
  ]),
  ['redirects', [plain(307, '', { location: 'http://127.0.0.1:1/query' })], 1, 500],
  ['answers an empty body', [plain(200)], 1, 500],
  ['answers garbage', [plain(200, '<html>')], 1, 500],
  ['answers bad UTF-8', [plain(200, Buffer.from([0x22, 0xff, 0x22]))], 1, 500],
  ['answers null', [plain(200, 'null')], 1, 500],
  ['answers an unterminated list', [plain(200, '['.repeat(500_000))], 1, 500],
  ['answers another schema', [json(200, { choices: [{ message: { content: 'Hello' } }] })], 1, 500],
  ['answers with text for a number', [json(200, { ...ANSWER, confidence: 'high' })], 1, 500],
  ['answers with a confidence of 5', [json(200, { ...ANSWER, confidence: 5 })], 1, 500],
  ['answers with a source that does not exist', [json(200, { ...ANSWER, sources: ['the web'] })], 1, 500],
  [
    'counts more tokens than there are',
    [json(200, { ...ANSWER, metadata: { ...ANSWER.metadata, tokens_used: 1e12 } })],
    1,
    500,
  ],
  ['answers 20 MB', [megabytes(20)], 1, 500],
];

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let portal: Portal;
beforeAll(async () => {
  upstream = await startUpstream();
  portal = await openPortal({ env: { INSIGHTS_URL: upstream.url, INSIGHTS_TIMEOUT_MS: String(INSIGHTS_TIMEOUT) } });
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

/** A person for each test, with a closed circuit. */
async function registerAsker() {
  upstream.becomes(well);
  const person = await portal.register();
  await person.post('/api/insights/query', { type: 'scoring' });
  return { ...person, ask: () => person.post('/api/insights/query', { type: 'nlq', query: 'Why?' }) };
}

describe('An insights service that', () => {
  it.each(TABLE)(
    '%s gets the expected number of calls, and the client the expected status',
    async (what, behaviours, calls, status, gaps = []) => {
      const person = await registerAsker();
      upstream.becomes(...behaviours);

      const answer = await person.ask();
      const waits = upstream.gaps();
      await portal.deps.use(runLog).settled();

      expect(upstream.asked.length).toBe(calls);
      expect(answer.statusCode).toBe(status);
      for (const [index, least] of gaps.entries()) expect(waits[index]).toBeGreaterThanOrEqual(least);
      const retry_after = Number(answer.headers['retry-after']);
      if (status === 200) expect(answer.json().answer).toBe(ANSWER.answer);
      if (status === 500) expect(answer.json()).toEqual({ error: UNUSABLE });
      if (status === 503) expect(answer.json()).toEqual({ error: AWAY, retry_after });
      if (status === 503)
        expect(retry_after).toBe(what.includes('hour') ? 60 : what.includes('for the client') ? 20 : 5);
      expect((await person.get('/api/insights/history')).json().total).toBe(2);
    },
  );
});
