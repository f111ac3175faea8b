import { expect, it } from 'vitest';
import { collectorForThisTest } from '../helpers/collector.ts';

const ID = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TIMES = { startTimeUnixNano: '1771234560000000000', endTimeUnixNano: '1771234560000000001' };
const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'portal' } }] };
const traces = (changed: object = {}, of: object = resource) => ({
  resourceSpans: [{ resource: of, scopeSpans: [{ spans: [{ ...ID, name: 'GET /', kind: 2, ...TIMES, ...changed }] }] }],
});
const metrics = (metric: object) => ({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] });
const distribution = (changed: object) => ({
  name: 'time',
  histogram: {
    aggregationTemporality: 2,
    dataPoints: [{ timeUnixNano: '1', count: 3, bucketCounts: [1, 2], explicitBounds: [5], ...changed }],
  },
});

it('the small collector accepts what OTLP allows, and refuses what it does not', async () => {
  const { url, refused, bodies } = await collectorForThisTest();
  const send = async (path: string, body: unknown, headers = {}, method = 'POST') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    return (await fetch(`${url}${path}`, { ...init, ...(method !== 'GET' && { body: text }) })).status;
  };

  expect([
    await send('/v1/traces', traces()),
    await send('/v1/traces', traces({ unknown: 1, attributes: [{ key: 'n', value: { intValue: '9' } }] })),
    await send('/v1/metrics', metrics(distribution({}))),
  ]).toEqual([200, 200, 200]);
  expect([
    await send('/v1/traces', '', {}, 'GET'),
    await send('/v1/nothing', traces()),
    await send('/v1/traces', traces(), { 'content-type': 'text/plain' }),
    await send('/v1/traces', traces(), { 'content-encoding': 'br' }),
    await send('/v1/traces', traces(), { 'content-encoding': 'gzip' }),
    await send('/v1/traces', '{'),
    await send('/v1/traces', ' '.repeat(21 * 1024 * 1024)),
  ]).toEqual([405, 404, 415, 415, 400, 400, 413]);

  const wrong = [
    traces({ traceId: '0'.repeat(32) }),
    traces({ spanId: 'short' }),
    traces({ kind: 'SPAN_KIND_SERVER' }),
    traces({ endTimeUnixNano: '1' }),
    traces({ name: '' }),
    traces({ attributes: [{ key: 'n', value: { intValue: 1.5 } }] }),
    traces({ attributes: [1, 2].map((intValue) => ({ key: 'n', value: { intValue } })) }),
    traces({}, { attributes: [] }),
  ];
  for (const body of wrong) expect(await send('/v1/traces', body)).toBe(400);
  const wrongMetrics = [
    distribution({ count: 4 }),
    distribution({ explicitBounds: [] }),
    { name: 'nothing' },
    { name: 'sum', sum: { dataPoints: [], isMonotonic: true, aggregationTemporality: 0 } },
  ];
  for (const metric of wrongMetrics) expect(await send('/v1/metrics', metrics(metric))).toBe(400);
  expect([refused.length, bodies.length]).toEqual([19, 3]);
});
