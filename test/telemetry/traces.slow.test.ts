import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CollectedSpan, type Collector, startCollector } from '../../demo/services/telemetry/collector.ts';
import { freshHome, settle, startPortal } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const QUESTION = { type: 'scoring', query: 'Which marks does nobody trace' };

let home: Awaited<ReturnType<typeof freshHome>>;
let collector: Collector;
let portal: Awaited<ReturnType<typeof startPortal>>;
let who: Awaited<ReturnType<typeof settle>>;
beforeAll(async () => {
  [home, collector] = await Promise.all([freshHome({ insights: true }), startCollector()]);
  portal = await startPortal({
    ...home.variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=portal-tests',
  });
  who = await settle(portal);
});
afterAll(async () => {
  await portal.kill();
  await home.drop();
  await collector.close();
  expect(collector.refused).toEqual([]);
});

const named = (spans: CollectedSpan[], name: string, service = 'portal') =>
  spans.find((span) => span.name === name && span.service === service);

/** The spans of a trace, once one with this name has arrived. */
async function traceWith(name: string, traceId = TRACE, service = 'portal') {
  const ofTrace = () => collector.spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => named(ofTrace(), name, service)).toBeDefined();
  return ofTrace();
}

describe('a question', () => {
  it('is one trace through the portal, the insights service and the database', async () => {
    await who.pipeline.post('/api/ingest/scans', scan());

    const answer = await who.person.post('/api/insights/query', QUESTION, { traceparent });

    expect(answer.status).toBe(200);
    await traceWith('POST /query', TRACE, 'portal-insights');
    const spans = await traceWith('POST /api/insights/query');
    const server = named(spans, 'POST /api/insights/query');
    const procedure = named(spans, 'insights.query');
    const call = named(spans, 'POST /query');
    const service = named(spans, 'POST /query', 'portal-insights');
    expect(server).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(procedure?.parentSpanId).toBe(server?.spanId);
    expect(spans.find(({ spanId }) => spanId === call?.parentSpanId)).toBeDefined();
    expect(service?.parentSpanId).toBe(call?.spanId);
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.length).toBeGreaterThan(3);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter((span) => span !== server && !ids.has(span.parentSpanId ?? ''))).toEqual([]);
    expect(server?.attributes).toMatchObject({
      'http.route': '/api/insights/query',
      'http.response.status_code': 200,
      'portal.client.id': expect.any(String),
      'user.id': expect.any(String),
    });
  });

  it('is in the log with the ids of its trace, its client, user and route', async () => {
    const id = `trace-${Date.now()}`;

    await who.person.post('/api/insights/query', QUESTION, { traceparent, 'x-request-id': id });

    const find = () => portal.log().find(({ reqId, status }) => reqId === id && status !== undefined);
    await expect.poll(find).toBeDefined();
    const line = find();
    await expect
      .poll(() => collector.spans().find(({ spanId }) => spanId === line?.span_id))
      .toMatchObject({ traceId: TRACE, attributes: { 'portal.request.id': id, 'user.id': line?.user } });
    expect(line).toMatchObject({ route: '/api/insights/query', trace_id: TRACE, client: expect.any(String) });
  });
});

describe('a job', () => {
  it('belongs to the trace of its cause', async () => {
    const trace = TRACE.replace('4b', '5c');
    const account = { email: `job-${Date.now()}@example.com`, password: 'a password for the job of a trace' };

    await portal.visitor().post('/api/auth/register', account, { traceparent: traceparent.replace(TRACE, trace) });

    const spans = await traceWith('process mail', trace);
    const job = named(spans, 'process mail');
    expect(job).toMatchObject({ kind: 5, attributes: { 'messaging.destination.name': 'mail' } });
    expect(spans.map(({ spanId }) => spanId)).toContain(job?.parentSpanId);
  });
});

describe('traces', () => {
  it('go to the collector with its headers', async () => {
    await expect.poll(() => collector.bodies.length).toBeGreaterThan(0);

    expect(new Set(collector.bodies.map(({ headers }) => headers['x-tenant']))).toEqual(new Set(['portal-tests']));
  });

  it('mark failures, and not refusals', async () => {
    const trace = TRACE.replace('4b', '6d');

    const answer = await portal
      .visitor()
      .get('/api/visibility/scores', { traceparent: traceparent.replace(TRACE, trace) });

    expect(answer.status).toBe(401);
    const spans = await traceWith('GET /api/visibility/scores', trace);
    expect(spans.map(({ status }) => status?.code ?? 0)).toEqual(spans.map(() => 0));
    expect(named(spans, 'visibility.scores')?.attributes).toMatchObject({ 'error.type': 'UNAUTHENTICATED' });
  });

  it('are not made of health checks', async () => {
    await portal.local.get('/healthz');
    await portal.local.get('/api/visibility/scores', { traceparent: traceparent.replace('4b', '7e') });
    await traceWith('GET /api/visibility/scores', TRACE.replace('4b', '7e'));

    expect(collector.spans().filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([]);
  });

  it('of a caller that asks for none are not exported', async () => {
    const trace = TRACE.replace('4b', '8f');

    await portal.local.get('/api/visibility/scores', { traceparent: `00-${trace}-00f067aa0ba902b7-00` });
    await portal.local.get('/api/visibility/scores', { traceparent: traceparent.replace('4b', '90') });
    await traceWith('GET /api/visibility/scores', TRACE.replace('4b', '90'));

    expect(collector.spans().filter(({ traceId }) => traceId === trace)).toEqual([]);
  });
});
