import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTelemetry } from '../../telemetry/start.ts';
import { collectorForThisTest } from '../helpers/collector.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

it('traces and metrics hold no secrets, texts, addresses or queries of callers', async () => {
  const collector = await collectorForThisTest();
  // Its log is searched for all secrets that passed through it, when it is closed.
  const portal = await portalForThisTest();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const flush = await startTelemetry({ service: 'portal', metrics: portal.deps.metrics, warn: () => {} });
  const mark = `mark-${randomUUID()}`;

  const person = await portal.register({ email: `${mark}@example.com`, orgName: mark, name: mark });
  await portal.visitor().post('/api/auth/login', { email: person.email, password: `wrong ${mark}` });
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/scans', scan());
  await person.get(`/api/cms/pages?search=${mark}`);
  await person.get(`/api/cms/pages/${mark}`);
  await person.get(`/${mark}`, { traceparent: `${mark}`, tracestate: `vendor=${mark}`, baggage: `key=${mark}` });
  await person.post('/api/cms/pages', { title: mark, slug: mark, body: mark });
  await person.post('/api/insights/query', { type: 'scoring', query: mark });
  await person.post(`/trpc/${mark}`, { [mark]: mark });
  await flush();

  const sent = collector.bodies.map(({ text }) => text);
  expect(collector.spans().map(({ name }) => name)).toContain('insights.query');
  expect(collector.metrics().map(({ name }) => name)).toContain('http.server.request.duration');
  expect(sent.filter((text) => text.includes(mark))).toEqual([]);
  expect(collector.refused).toEqual([]);
  portal.lines.push(...sent);
});

it('a portal without a collector makes no spans', async () => {
  const stop = await startTelemetry({ service: 'portal', metrics: new Registry(), warn: () => {} });
  const portal = await portalForThisTest();

  const answer = await portal.visitor().get('/api/visibility/scores');

  const line = portal.lines.map((text) => JSON.parse(text)).find(({ status }) => status === 401);
  expect(answer.statusCode).toBe(401);
  expect(line).not.toHaveProperty('trace_id');
  await stop();
});
