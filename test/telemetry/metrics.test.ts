import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Collector, startCollector } from '../../demo/services/telemetry/collector.ts';
import { familyOf, metricsIn } from '../helpers/metric-names.ts';
import { freshHome, settle, startPortal } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';

let home: Awaited<ReturnType<typeof freshHome>>;
let collector: Collector;
let portal: Awaited<ReturnType<typeof startPortal>>;
beforeAll(async () => {
  [home, collector] = await Promise.all([freshHome({ insights: true }), startCollector()]);
  portal = await startPortal({
    ...home.variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_SERVICE_NAME: 'trial',
  });
  const { person, pipeline } = await settle(portal);
  await pipeline.post('/api/ingest/scans', scan());
  await person.post('/api/insights/query', { type: 'scoring' });
  await person.get('/api/visibility/scores?from=2026-01-01');
});
afterAll(async () => {
  await portal.kill();
  await home.drop();
  await collector.close();
  expect(collector.refused).toEqual([]);
});

const latest = (name: string, service = 'trial') =>
  collector.metrics().findLast((metric) => metric.name === name && metric.service === service);

/** The name under which Prometheus keeps a metric that arrives over OTLP. */
const inPrometheus = ({ name, unit }: { name: string; unit: string }) =>
  [name.replaceAll('.', '_'), ...(unit === 's' ? ['seconds'] : [])].join('_');

it('exports the time of requests by route and status, as the semantic conventions have it', async () => {
  const ofScores = () =>
    latest('http.server.request.duration')?.points.find(
      ({ attributes }) => attributes['http.route'] === '/api/visibility/scores',
    );
  await expect.poll(ofScores).toBeDefined();

  expect(latest('http.server.request.duration')).toMatchObject({ unit: 's' });
  const point = ofScores();
  expect(point?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/visibility/scores',
    'http.response.status_code': 200,
  });
  expect(point?.bucketCounts).toHaveLength((point?.explicitBounds?.length ?? 0) + 1);
  expect(point?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(Number(point?.count));
});

it.each([
  ['portal_database_connections_max'],
  ['portal_queue_age_seconds'],
  ['portal_queue_failed_jobs'],
  ['portal_disk_free_bytes'],
  ['portal_insights_breaker_state'],
  ['portal_cache_bytes'],
  ['nodejs_eventloop_lag_p99_seconds'],
  ['process_resident_memory_bytes'],
])('exports %s', async (name) => {
  await expect.poll(() => latest(name)?.points.length).toBeGreaterThan(0);

  expect(latest(name)?.points.every(({ asDouble }) => Number.isFinite(asDouble))).toBe(true);
});

it('exports counters as sums that only grow', async () => {
  await expect
    .poll(() => latest('portal_insights_queries_total'))
    .toMatchObject({
      monotonic: true,
      points: [{ asDouble: 1, attributes: { type: 'scoring', outcome: 'answered' } }],
    });
});

it('exports the metrics of the insights service beside the portal under a name of its own', async () => {
  await expect.poll(() => latest('insights_queries_total', 'trial-insights')?.points).toHaveLength(1);
});

it('has all metrics that dashboard and alerts use', async () => {
  const { text } = await portal.local.get('/metrics');
  const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const withValues = new Set([...text.matchAll(/^([a-z]\w*)[ {]/gm)].map(([, name = '']) => familyOf(name)));
  const { groups } = parse(readFileSync('ops/alerts.yaml', 'utf8')) as {
    groups: { rules: { record?: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const { panels } = JSON.parse(readFileSync('ops/grafana/portal.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const used = new Set(
    expressions
      .flatMap(metricsIn)
      .filter((name) => !recorded.has(name))
      .map(familyOf),
  );

  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  // A value that is younger than the last export, as that of a mail just sent, arrives with the next one.
  const notExported = () => {
    const exported = new Set(collector.metrics().map(inPrometheus));
    return [...used].filter((name) => withValues.has(name) && !exported.has(name));
  };
  await expect.poll(notExported).toEqual([]);
});

it('has no ids, addresses or texts in the labels of metrics', () => {
  const labels = collector
    .metrics()
    .flatMap(({ points }) => points.flatMap(({ attributes }) => Object.entries(attributes)));

  expect(labels.filter(([, value]) => /[0-9a-f]{8}-[0-9a-f]{4}|@|2026-01-01|\?/.test(String(value)))).toEqual([]);
});
