import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INSIGHTS_CALL } from '../../routers/insights/ask/settings.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { ANSWER, json, upstreamForThisTest, well } from '../helpers/upstream.ts';

const ask = (person: Awaited<ReturnType<Portal['register']>>) =>
  person.post('/api/insights/query', { type: 'scoring' });

const metrics = async (portal: Portal) => (await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;

describe('The circuit breaker', () => {
  it('opens after repeated failures and closes after a successful trial call', async () => {
    const upstream = await upstreamForThisTest(json(503, {}));
    const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url } });
    const person = await portal.register();
    const failing = await Promise.all(Array.from({ length: INSIGHTS_CALL.breaker.failures }, () => ask(person)));
    const calls = upstream.asked.length;

    const refused = await Promise.all(Array.from({ length: 20 }, () => ask(person)));
    const shown = await metrics(portal);
    const since = upstream.asked.length - calls;
    upstream.becomes(well);
    await expect.poll(async () => (await ask(person)).statusCode, { timeout: 20_000, interval: 500 }).toBe(200);
    await portal.deps.use(runLog).settled();

    expect(new Set([...failing, ...refused].map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(refused[0]?.json()).toEqual({ error: expect.stringMatching(/not available/), retry_after: 5 });
    expect(calls).toBeGreaterThanOrEqual(INSIGHTS_CALL.breaker.failures);
    expect(calls).toBeLessThan(INSIGHTS_CALL.breaker.failures * 3);
    expect(since).toBe(0);
    expect(shown).toContain('portal_insights_breaker_state 1');
    expect(await metrics(portal)).toContain('portal_insights_breaker_state 0');
    const { total } = (await person.get('/api/insights/history')).json();
    expect(total).toBeGreaterThanOrEqual(failing.length + refused.length + 1);
  });

  it('stays closed for unusable answers', async () => {
    const upstream = await upstreamForThisTest(json(500, {}));
    const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url } });
    const person = await portal.register();

    for (let asked = 0; asked < INSIGHTS_CALL.breaker.failures + 5; asked++) await ask(person);

    expect(upstream.asked.length).toBe(INSIGHTS_CALL.breaker.failures + 5);
    expect(await metrics(portal)).toContain('portal_insights_breaker_state 0');
  });
});

it('limits concurrent and queued calls and answers 503 to the rest', async () => {
  const { concurrentCalls, queuedCalls } = INSIGHTS_CALL;
  // Lower limits than in production, so that few calls reach them.
  Object.assign(INSIGHTS_CALL, { concurrentCalls: 6, queuedCalls: 12 });
  onTestFinished(() => void Object.assign(INSIGHTS_CALL, { concurrentCalls, queuedCalls }));
  const waiting: ServerResponse[] = [];
  const upstream = await upstreamForThisTest((response) => waiting.push(response));
  const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url, INSIGHTS_TIMEOUT_MS: '60000' } });
  const person = await portal.register();
  const statuses: number[] = [];
  const asked = Array.from({ length: 38 }, async () => statuses.push((await ask(person)).statusCode));

  await expect.poll(() => statuses.length).toBe(20);
  await expect.poll(() => upstream.asked.length).toBe(6);
  const [refused, shown] = [[...statuses], await metrics(portal)];
  upstream.becomes(well);
  for (const response of waiting) well(response, response.req);
  await Promise.all(asked);
  await portal.deps.use(runLog).settled();

  expect(refused).toEqual(Array(20).fill(503));
  expect(shown).toContain('portal_insights_calls_under_way 6');
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  expect((await person.get('/api/insights/history')).json().total).toBe(38);
});

it('counts calls, retries by kind, latency, tokens and answers without a model', async () => {
  const rules = json(200, {
    ...ANSWER,
    metadata: { ...ANSWER.metadata, ai_provider: 'deterministic', tokens_used: 0 },
  });
  const upstream = await upstreamForThisTest(json(503, {}), json(429, {}), well, rules, rules, json(500, {}));
  const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url } });
  const person = await portal.register();

  for (const type of ['nlq', 'explain', 'playbook', 'scoring'])
    await person.post('/api/insights/query', { type, query: 'Why?' });

  const shown = (await metrics(portal)).split('\n').filter((line) => line.startsWith('portal_insights_'));
  expect(shown).toEqual(
    expect.arrayContaining([
      'portal_insights_queries_total{type="nlq",outcome="answered"} 1',
      'portal_insights_queries_total{type="explain",outcome="answered"} 1',
      'portal_insights_queries_total{type="playbook",outcome="answered"} 1',
      'portal_insights_queries_total{type="scoring",outcome="failed"} 1',
      'portal_insights_attempts_total{type="nlq"} 3',
      'portal_insights_retries_total{kind="unavailable"} 1',
      'portal_insights_retries_total{kind="overloaded"} 1',
      'portal_insights_degraded_total{type="explain"} 1',
      'portal_insights_tokens_total{type="nlq"} 321',
      'portal_insights_duration_seconds_count{type="nlq"} 1',
    ]),
  );
  expect(shown.filter((line) => /degraded_total\{type="(nlq|playbook)"/.test(line))).toEqual([]);
});
