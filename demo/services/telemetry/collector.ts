import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
}

interface Pair {
  key: string;
  value: Value;
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Pair[];
  status?: { code?: number };
}

interface SentPoint {
  attributes: Pair[];
  asDouble?: number;
  asInt?: number | string;
  sum?: number;
  count?: number | string;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

type Points = { dataPoints: SentPoint[] };

interface SentMetric {
  name: string;
  unit: string;
  sum?: Points & { isMonotonic: boolean; aggregationTemporality: number };
  gauge?: Points;
  histogram?: Points;
}

interface Traces {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

interface Metrics {
  resourceMetrics: { resource: { attributes: Pair[] }; scopeMetrics: { metrics: SentMetric[] }[] }[];
}

const facts = (pairs: Pair[]) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  );

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export type CollectedSpan = ReturnType<Collector['spans']>[number];
export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A collector that takes OTLP as JSON over HTTP. */
export async function startCollector(port = 0) {
  const bodies: { path: string; text: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (request, response) => {
    bodies.push({ path: request.url ?? '', text: await bodyOf(request), headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const sent = <Sent>(path: string) =>
    bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text) as Sent);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that arrived. */
    bodies,
    /** The spans, with the name of their service. */
    spans: () =>
      sent<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) => {
          const { 'service.name': service } = facts(resource.attributes);
          return scopeSpans
            .flatMap(({ spans }) => spans)
            .map(({ attributes, ...span }) => ({ ...span, service: String(service), attributes: facts(attributes) }));
        }),
      ),
    /** The metrics of each export, with the name of their service. */
    metrics: () =>
      sent<Metrics>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ resource, scopeMetrics }) => {
          const { 'service.name': service } = facts(resource.attributes);
          return scopeMetrics
            .flatMap(({ metrics }) => metrics)
            .map(({ name, unit, sum, gauge, histogram }) => ({
              name,
              unit,
              service: String(service),
              monotonic: sum?.isMonotonic ?? false,
              points: ((sum ?? gauge ?? histogram)?.dataPoints ?? []).map(({ attributes, ...point }) => ({
                ...point,
                attributes: facts(attributes),
              })),
            }));
        }),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
