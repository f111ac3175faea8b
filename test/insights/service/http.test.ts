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

describe('the secret', () => {
  it.each([
    ['the current one', () => service.secret, 200],
    ['the previous one', () => PREVIOUS, 200],
    ['none', () => '', 401],
    ['another one', () => randomBytes(32).toString('base64'), 401],
    ['one letter less', () => service.secret.slice(1), 401],
    ['both at once', () => `${service.secret}, ${PREVIOUS}`, 401],
  ])('%s is answered as it should be', async (_what, secret, status) => {
    const answer = await service.send(SCORING, { 'x-service-secret': secret() });

    expect(answer.status).toBe(status);
    if (status === 401) expect(JSON.parse(answer.text)).toEqual({ error: 'The service secret is missing or wrong.' });
  });

  it.each(['/query', '/', '/nowhere', '/healthz/'])('is asked for before anything else at %s', async (path) => {
    const response = await fetch(service.url + path, { method: 'POST', body: 'x'.repeat(1024 * 1024) }).catch(
      () => null,
    );

    // A body that nobody wants may be cut off.
    if (response) expect(response.status).toBe(401);
  });

  it('is in no answer, log or metric, whatever it was sent with', async () => {
    await service.send(SCORING, { 'x-request-id': service.secret });
    await service.send({ secret: service.secret });

    const said = service.said.stdout + service.said.stderr + (await service.metrics());
    expect(said).not.toContain(service.secret);
    expect(said).not.toContain(PREVIOUS);
  });
});

const BAD: [what: string, body: unknown, status: number, headers?: Record<string, string>][] = [
  ['no JSON', '{"version":', 400],
  ['an empty body', '', 400],
  ['another version', { ...SCORING, version: '2.0' }, 400],
  ['another type', { ...SCORING, type: 'guess' }, 400],
  ['a question that is too long', question('nlq', 'x'.repeat(10_001)), 400],
  ['free text in the context', { ...SCORING, context: { ...everything(), vertical: 'Drop Table' } }, 400],
  ['a negative count', { ...SCORING, context: { ...everything(), social: { reach: -1, engagement: 0 } } }, 400],
  ['too many recommendations', { ...SCORING, options: { maxRecommendations: 21 } }, 400],
  ['more than 256 KiB', { ...SCORING, padding: 'x'.repeat(300 * 1024) }, 413],
  ['something that is not called JSON', SCORING, 415, { 'content-type': 'text/plain' }],
];

describe('a call', () => {
  it.each(BAD)('with %s is refused in one sentence', async (_what, body, status, headers) => {
    const answer = await service.send(body, headers);

    expect(answer.status).toBe(status);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['error']);
    expect(answer.text).not.toMatch(/FST_|zod|stack|node_modules|Unexpected/i);
  });

  it('to an address that there is not is 404', async () => {
    const response = await fetch(`${service.url}/nowhere`, { headers: { 'x-service-secret': service.secret } });

    expect([response.status, await response.json()]).toEqual([404, { error: 'There is nothing at this address.' }]);
  });

  it('of scoring is answered alike however often it is made', async () => {
    const [one, two] = [await service.ask(SCORING), await service.ask(SCORING)];

    expect({ ...one, metadata: null }).toEqual({ ...two, metadata: null });
  });
});

describe('/healthz and /metrics', () => {
  it('need no secret nearby, and say nothing of the configuration', async () => {
    const [health, metrics] = await Promise.all(['/healthz', '/metrics'].map((path) => fetch(service.url + path)));

    expect(await health?.json()).toEqual({ ok: true });
    expect(metrics?.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await metrics?.text()).toContain('insights_queries_total');
  });

  it('of the two, the metrics need it through a proxy', async () => {
    const read = (headers: Record<string, string>) => fetch(`${service.url}/metrics`, { headers });

    const [stranger, friend] = [
      await read({ 'x-forwarded-for': '203.0.113.7' }),
      await read({ 'x-forwarded-for': '203.0.113.7', 'x-service-secret': service.secret }),
    ];

    expect([stranger.status, friend.status]).toEqual([401, 200]);
  });
});

describe('an idempotency key', () => {
  it('that comes again gets the same answer, and no model is asked twice', async () => {
    provider.becomes(draft());
    const headers = { 'idempotency-key': key() };

    const together = await Promise.all([service.ask(WHY, headers), service.ask(WHY, headers)]);
    const later = await service.ask(WHY, headers);

    expect(provider.asked).toHaveLength(1);
    for (const { answer, metadata } of [...together, later])
      expect({ answer, tokens: metadata.tokens_used }).toEqual({ answer: DRAFT.answer, tokens: 321 });
  });

  it('is good for one question only', async () => {
    provider.becomes(draft());
    const headers = { 'idempotency-key': key() };

    await service.ask(WHY, headers);
    await service.ask(question('nlq', 'What else?'), headers);

    expect(provider.asked).toHaveLength(2);
  });

  it('that is not there has every question asked', async () => {
    provider.becomes(draft());

    await service.ask(WHY);
    await service.ask(WHY);

    expect(provider.asked).toHaveLength(2);
  });

  it('lets a caller who lost the connection have the answer that was under way', async () => {
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

describe('on SIGTERM', () => {
  it('what is under way is answered, kept connections are closed, and the process exits with 0', async () => {
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

  it('it ends within ten seconds, whatever hangs', { timeout: 60_000 }, async () => {
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
