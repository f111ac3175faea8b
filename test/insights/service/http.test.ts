import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type AiProvider,
  DRAFT,
  draft,
  providerForThisTest,
  silence,
  startProvider,
} from '../../helpers/ai-providers.ts';
import { everything, key, question } from '../../helpers/contexts.ts';
import { type InsightsProcess, insightsForThisTest, named, startInsights } from '../../helpers/insights-process.ts';

const PREVIOUS = randomBytes(32).toString('base64');
const WHY = question('nlq', 'Why did my score drop?');
const SCORING = question('scoring');

let provider: AiProvider;
let service: InsightsProcess;
beforeAll(async () => {
  provider = await startProvider('openai');
  service = await startInsights({ INSIGHTS_SECRET_PREVIOUS: PREVIOUS, ...named('PRIMARY', provider, 'a-key') });
});
afterAll(async () => {
  await service.kill();
  await provider.close();
});

describe('X-Service-Secret', () => {
  it.each([
    ['the current secret', () => service.secret, 200],
    ['the previous secret', () => PREVIOUS, 200],
    ['no secret', () => '', 401],
    ['another secret', () => randomBytes(32).toString('base64'), 401],
    ['a truncated secret', () => service.secret.slice(1), 401],
    ['both secrets at once', () => `${service.secret}, ${PREVIOUS}`, 401],
  ])('with %s gets the expected status', async (_what, secret, status) => {
    const answer = await service.send(SCORING, { 'x-service-secret': secret() });

    expect(answer.status).toBe(status);
    if (status === 401) expect(JSON.parse(answer.text)).toEqual({ error: 'The service secret is missing or wrong.' });
  });

  it.each(['/query', '/', '/nowhere', '/healthz/'])('is required before anything else at %s', async (path) => {
    const response = await fetch(service.url + path, { method: 'POST', body: 'x'.repeat(1024 * 1024) }).catch(
      () => null,
    );

    // The server may close the connection before reading the body.
    if (response) expect(response.status).toBe(401);
  });

  it('appears in no response, log or metric', async () => {
    await service.send(SCORING, { 'x-request-id': service.secret });
    await service.send({ secret: service.secret });

    const said = service.said.stdout + service.said.stderr + (await service.metrics());
    expect(said).not.toContain(service.secret);
    expect(said).not.toContain(PREVIOUS);
  });
});

const BAD: [what: string, body: unknown, status: number, headers?: Record<string, string>][] = [
  ['invalid JSON', '{"version":', 400],
  ['an empty body', '', 400],
  ['another version', { ...SCORING, version: '2.0' }, 400],
  ['another type', { ...SCORING, type: 'guess' }, 400],
  ['too long a question', question('nlq', 'x'.repeat(10_001)), 400],
  ['free text in the context', { ...SCORING, context: { ...everything(), vertical: 'Drop Table' } }, 400],
  ['a negative count', { ...SCORING, context: { ...everything(), social: { reach: -1, engagement: 0 } } }, 400],
  ['too many recommendations', { ...SCORING, options: { maxRecommendations: 21 } }, 400],
  ['more than 256 KiB', { ...SCORING, padding: 'x'.repeat(300 * 1024) }, 413],
  ['another content type', SCORING, 415, { 'content-type': 'text/plain' }],
];

describe('POST /query', () => {
  it.each(BAD)('refuses %s with one sentence', async (_what, body, status, headers) => {
    const answer = await service.send(body, headers);

    expect(answer.status).toBe(status);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['error']);
    expect(answer.text).not.toMatch(/FST_|zod|stack|node_modules|Unexpected/i);
  });

  it('is the only route beside /healthz and /metrics; others return 404', async () => {
    const response = await fetch(`${service.url}/nowhere`, { headers: { 'x-service-secret': service.secret } });

    expect([response.status, await response.json()]).toEqual([404, { error: 'There is nothing at this address.' }]);
  });

  it('returns the same answer to repeated scoring questions', async () => {
    const [one, two] = [await service.ask(SCORING), await service.ask(SCORING)];

    expect({ ...one, metadata: null }).toEqual({ ...two, metadata: null });
  });
});

describe('/healthz and /metrics', () => {
  it('need no secret locally and reveal no configuration', async () => {
    const [health, metrics] = await Promise.all(['/healthz', '/metrics'].map((path) => fetch(service.url + path)));

    expect(await health?.json()).toEqual({ ok: true });
    expect(metrics?.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await metrics?.text()).toContain('insights_queries_total');
  });

  it('require the secret for the metrics through a proxy', async () => {
    const read = (headers: Record<string, string>) => fetch(`${service.url}/metrics`, { headers });

    const [stranger, friend] = [
      await read({ 'x-forwarded-for': '203.0.113.7' }),
      await read({ 'x-forwarded-for': '203.0.113.7', 'x-service-secret': service.secret }),
    ];

    expect([stranger.status, friend.status]).toEqual([401, 200]);
  });
});

describe('Idempotency-Key', () => {
  it('returns the same answer to a repeated key without a second model call', async () => {
    provider.becomes(draft());
    const headers = { 'idempotency-key': key() };

    const together = await Promise.all([service.ask(WHY, headers), service.ask(WHY, headers)]);
    const later = await service.ask(WHY, headers);

    expect(provider.asked).toHaveLength(1);
    for (const { answer, metadata } of [...together, later])
      expect({ answer, tokens: metadata.tokens_used }).toEqual({ answer: DRAFT.answer, tokens: 321 });
  });

  it('applies to one question only', async () => {
    provider.becomes(draft());
    const headers = { 'idempotency-key': key() };

    await service.ask(WHY, headers);
    await service.ask(question('nlq', 'What else?'), headers);

    expect(provider.asked).toHaveLength(2);
  });

  it('is optional: without it every question is asked', async () => {
    provider.becomes(draft());

    await service.ask(WHY);
    await service.ask(WHY);

    expect(provider.asked).toHaveLength(2);
  });

  it('returns the pending answer to a caller that reconnects', async () => {
    provider.becomes((response, wire) => setTimeout(() => draft()(response, wire), 500));
    const headers = {
      'content-type': 'application/json',
      'x-service-secret': service.secret,
      'idempotency-key': key(),
    };
    const hangUp = new AbortController();
    const lost = fetch(`${service.url}/query`, {
      method: 'POST',
      headers,
      body: JSON.stringify(WHY),
      signal: hangUp.signal,
    });
    await expect.poll(() => provider.asked.length).toBe(1);

    hangUp.abort();
    await lost.catch(() => {});
    const { answer } = await service.ask(WHY, { 'idempotency-key': headers['idempotency-key'] });

    expect(answer).toBe(DRAFT.answer);
    expect(provider.asked).toHaveLength(1);
  });
});

describe('SIGTERM', () => {
  it('finishes open requests, closes kept-alive connections and exits with 0', async () => {
    const slow = await providerForThisTest('openai', (response, wire) =>
      setTimeout(() => draft()(response, wire), 1500),
    );
    const own = await insightsForThisTest(named('PRIMARY', slow, 'a-key'));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [idle] = await once(request(`${own.url}/healthz`, { agent }).end(), 'response');
    await once(idle.resume(), 'end');
    const answer = own.send(WHY);
    await expect.poll(() => slow.asked.length).toBe(1);

    own.signal('SIGTERM');
    const { status, headers } = await answer;
    const { code } = await own.ended;

    expect([status, code]).toEqual([200, 0]);
    expect(headers.get('connection')).toBe('close');
    await expect(fetch(`${own.url}/healthz`)).rejects.toThrow();
  });

  it('ends the process within ten seconds even if a request hangs', async () => {
    const stuck = await providerForThisTest('openai', silence);
    const own = await insightsForThisTest(named('PRIMARY', stuck, 'a-key'));
    const lost = own.send(WHY, { 'x-deadline-ms': '60000' }).catch(() => null);
    await expect.poll(() => stuck.asked.length).toBe(1);

    own.signal('SIGTERM');
    const ended = await Promise.race([own.ended, pause(20_000, 'too late')]);

    expect(ended).toMatchObject({ code: 1 });
    await lost;
  });
});
