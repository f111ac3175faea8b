import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import {
  ANSWER,
  type Behaviour,
  hangsUp,
  json,
  silent,
  startUpstream,
  upstreamForThisTest,
  well,
} from '../helpers/upstream.ts';

const QUERY = '/api/insights/query';
const WHY = { type: 'nlq', query: 'Why?' };

const secret = () => randomBytes(32).toString('base64');

/** A service that no longer listens. */
async function gone() {
  const upstream = await startUpstream();
  await upstream.close();
  return upstream;
}

/** A portal connected to the test's insights service, and a signed-in person. */
async function asking(env: Record<string, string> = {}, ...behaviours: Behaviour[]) {
  const upstream = await upstreamForThisTest(...behaviours);
  const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url, ...env } });
  return { upstream, portal, person: await portal.register() };
}

describe('A call to the insights service', () => {
  it('carries the secret, the timeout and one idempotency key over its retries', async () => {
    const INSIGHTS_SECRET = secret();
    const { upstream, person } = await asking({ INSIGHTS_SECRET }, json(503, {}), hangsUp, well);

    const answers = [await person.post(QUERY, WHY), await person.post(QUERY, { type: 'scoring' })];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const sent = upstream.asked.map(({ headers }) => headers);
    for (const headers of sent)
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-service-secret': INSIGHTS_SECRET });
    expect(sent.map((headers) => headers['x-deadline-ms'])).toEqual(['8000', '8000', '8000', '1000']);
    expect(sent.map((headers) => headers['x-request-id'])).toEqual(
      [0, 0, 0, 1].map((index) => answers[index]?.headers['x-request-id']),
    );
    const [first, second, third, other] = sent.map((headers) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
    expect(sent.filter((headers) => headers.cookie ?? headers.authorization ?? headers['x-forwarded-for'])).toEqual([]);
  });

  it('uses INSIGHTS_TIMEOUT_MS as the timeout of each attempt for every type', async () => {
    const { upstream, person } = await asking({ INSIGHTS_TIMEOUT_MS: '700' }, silent, well);

    const { statusCode } = await person.post(QUERY, { type: 'playbook' });

    expect(statusCode).toBe(200);
    expect(upstream.asked.map(({ headers }) => headers['x-deadline-ms'])).toEqual(['700', '700']);
  });

  it('returns the answer without unknown keys, in the requested order and number', async () => {
    const recommendation = (priority_score: number) => ({
      title: `Step ${priority_score}`,
      description: 'Do it.',
      effort_level: 'low',
      impact_level: 'high',
      priority_score,
      internal: true,
    });
    const odd = { ...ANSWER, recommendations: [10, 90, 50].map(recommendation), debug: 'x', answer: 'Up\0 \ud800!' };
    const { person } = await asking({}, json(200, odd));

    const answer = (await person.post(QUERY, { ...WHY, options: { maxRecommendations: 2 } })).json();

    expect(Object.keys(answer).sort()).toEqual(Object.keys(ANSWER).sort());
    expect(answer.answer).toBe('Up \ufffd!');
    expect(answer.recommendations.map(({ title }: { title: string }) => title)).toEqual(['Step 90', 'Step 50']);
    expect(Object.keys(answer.recommendations[0])).toHaveLength(5);
  });
});

describe('Rotation of the service secret', () => {
  const [current, previous] = [secret(), secret()];
  const keys = { INSIGHTS_SECRET: current, INSIGHTS_SECRET_PREVIOUS: previous };
  const accepts =
    (good: string, behave: Behaviour = well, status = 401): Behaviour =>
    (response, request) =>
      (request.headers['x-service-secret'] === good ? behave : json(status, {}))(response, request);

  it.each([401, 403])('retries with the previous secret after %i', async (status) => {
    const { upstream, person } = await asking(keys, accepts(previous, well, status));

    const answers = [await person.post(QUERY, WHY), await person.post(QUERY, WHY)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(upstream.asked.map(({ headers }) => headers['x-service-secret'])).toEqual([
      current,
      previous,
      current,
      previous,
    ]);
  });

  it('never sends the previous secret to a service with the new one', async () => {
    const { upstream, person } = await asking(keys, accepts(current));

    await person.post(QUERY, WHY);

    expect(upstream.asked.map(({ headers }) => headers['x-service-secret'])).toEqual([current]);
  });

  it('tries the previous secret once, with its retries, and returns 500 if both are refused', async () => {
    const { upstream, person } = await asking(keys, accepts(previous, json(503, {})));
    const busy = await person.post(QUERY, WHY);
    const secrets = upstream.asked.map(({ headers }) => headers['x-service-secret']);
    upstream.becomes(json(401, {}));
    const refused = await person.post(QUERY, WHY);

    expect([busy.statusCode, secrets]).toEqual([503, [current, previous, previous, previous]]);
    expect([refused.statusCode, upstream.asked.length]).toEqual([500, 2]);
  });
});

it('ten POSTs with one Idempotency-Key in two processes ask one question', async () => {
  const { upstream, portal, person } = await asking();
  const beside = await portalForThisTest({ beside: portal, env: { INSIGHTS_URL: upstream.url } });
  const headers = { cookie: person.cookie, 'idempotency-key': randomUUID() };

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => (turn % 2 ? portal : beside).visitor().post(QUERY, WHY, headers)),
  );

  expect(upstream.asked).toHaveLength(1);
  expect([...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))]).toHaveLength(1);
  expect(answers[0]?.statusCode).toBe(200);
});

describe('An unreachable service', () => {
  it.each([
    ['refuses connections', async () => (await gone()).url],
    ['has no DNS record', async () => `http://${randomUUID()}.invalid`],
  ])('that %s is tried four times, and the client gets 503', async (_why, url) => {
    const portal = await portalForThisTest({ env: { INSIGHTS_URL: await url() } });
    const person = await portal.register();

    const { statusCode } = await person.post(QUERY, WHY);

    expect(statusCode).toBe(503);
    const { body } = await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toContain('portal_insights_attempts_total{type="nlq"} 4');
    expect(body).toContain('portal_insights_retries_total{kind="unreachable"} 3');
  });
});
