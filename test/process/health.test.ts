import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';

const TOKEN = randomBytes(32).toString('base64url');

const portal = portalForThisFile({ env: { METRICS_TOKEN: TOKEN } });

const bare = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch((await portal.listen()) + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('health', () => {
  it('/healthz returns 200 while the process runs', async () => {
    const { status, text } = await bare('/healthz');

    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ ok: true });
  });

  it('/readyz returns the state of each dependency', async () => {
    // The start does not wait for the insights service.
    const ready = async () => {
      const { status, text } = await bare('/readyz');
      return { status, ...JSON.parse(text) };
    };
    await expect.poll(ready, { timeout: 20_000, interval: 500 }).toEqual({
      status: 200,
      ok: true,
      draining: false,
      dependencies: {
        database: 'up',
        replica: 'unused',
        redis: 'unused',
        insights: 'up',
        chromium: 'idle',
        stripe: 'unused',
      },
    });
  });

  it('/readyz hides the dependencies from callers that may not read metrics', async () => {
    const stranger = async () => {
      const { status, text } = await bare('/readyz', { 'x-forwarded-for': '203.0.113.7' });
      return [status, JSON.parse(text)];
    };

    // On a busy machine a dependency may answer too late for one check.
    await expect.poll(stranger, { interval: 500 }).toEqual([200, { ok: true, draining: false }]);
  });

  it('/readyz checks once a second for all callers, and sends the secret to the insights service', async () => {
    const secret = randomBytes(32).toString('base64');
    let checks = 0;
    const insights = createServer((request, response) => {
      checks++;
      response.writeHead(request.headers['x-service-secret'] === secret ? 200 : 401).end();
    }).listen(0, '127.0.0.1');
    await once(insights, 'listening');
    onTestFinished(() => void insights.close());
    const { port } = insights.address() as AddressInfo;
    const { app } = await portalForThisTest({
      env: { INSIGHTS_URL: `http://127.0.0.1:${port}`, INSIGHTS_SECRET: secret },
    });
    const local = { url: '/readyz', remoteAddress: '127.0.0.1' };

    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.inject(local)));
    for (let call = 0; call < 20; call++) answers.push(await app.inject(local));
    const elapsed = performance.now() - started;

    expect(new Set(answers.map((answer) => answer.json().dependencies.insights))).toEqual(new Set(['up']));
    expect(checks).toBeLessThanOrEqual(1 + Math.floor(elapsed / 1000));
  });

  it('/readyz is 503 with a Redis that is not there, and names it, but callers are not kept out', async () => {
    const lame = await portalForThisTest({ env: { REDIS_URL: 'redis://127.0.0.1:1' }, countInDatabase: true });

    const ready = await lame.inject({ url: '/readyz', remoteAddress: '127.0.0.1' });
    const answer = await lame.visitor().post('/api/auth/login', { email: 'ada@example.com', password: 'whatever' });

    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ ok: false, dependencies: { database: 'up', redis: 'down' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['x-ratelimit-remaining']).toBe('4');
  });
});

describe('/metrics', () => {
  it('shows loopback callers the requests by route and status, without ids in labels', async () => {
    const person = await portal.register();
    await person.get('/api/visibility/scores?from=2026-01-01');

    const { status, headers, text } = await bare('/metrics');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/api\/visibility\/scores",http_response_status_code="200"\} [1-9]/,
    );
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('2026-01-01');
  });

  it.each([
    ['a proxy with X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy with Forwarded', { forwarded: 'for=203.0.113.7' }],
    ['a wrong token through a proxy', { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${'x'.repeat(43)}` }],
    ['no scheme', { 'x-forwarded-for': '203.0.113.7', authorization: TOKEN }],
  ])('rejects %s', async (_who, headers) => {
    const answer = await bare('/metrics', headers as unknown as Record<string, string>);

    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  });

  it('accepts the token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${TOKEN}` };

    const { status, text } = await bare('/metrics', headers);

    expect(status).toBe(200);
    expect(text).toContain('http_server_request_duration_seconds');
  });

  it('rejects a token with multibyte characters', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${'é'.repeat(TOKEN.length)}` };

    const { status } = await bare('/metrics', headers);

    expect(status).toBe(403);
  });
});
