import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { bytesOfBody } from '../body.ts';
import { type Distribution, type NumberPoint, OtlpMetrics, OtlpTraces, type Pair } from './otlp.ts';

// As a collector has it by default.
const MOST_BYTES = 20 * 1024 * 1024;

const SIGNALS: Record<string, z.ZodType> = { '/v1/traces': OtlpTraces, '/v1/metrics': OtlpMetrics };

type Point = Partial<z.infer<typeof NumberPoint> & z.infer<typeof Distribution>> & { attributes: Pair[] };

const facts = (pairs: Pair[]) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  );

/** A refusal: the status, and why. */
type Refusal = [status: number, why: string];

async function readText(request: IncomingMessage): Promise<string | Refusal> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (request.method !== 'POST') return [405, 'Only POST is supported.'];
  if (!SIGNALS[request.url ?? '']) return [404, `There is nothing at ${request.url}.`];
  if (!/^application\/json\s*(;|$)/.test(type)) return [415, `Not OTLP as JSON: ${type}`];
  if (encoding !== 'identity' && encoding !== 'gzip') return [415, `Unknown encoding: ${encoding}`];
  const bytes = await bytesOfBody(request, MOST_BYTES).catch(() => undefined);
  if (!bytes) return [413, 'The body is too large.'];
  try {
    return (encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes).toString('utf8');
  } catch {
    return [400, 'The body cannot be decompressed.'];
  }
}

/** What a body says, or why it is refused. */
function understood(path: string, text: string): { data: unknown } | Refusal {
  try {
    const { data, error } = SIGNALS[path]?.safeParse(JSON.parse(text)) ?? {};
    if (!error) return { data };
    return [400, error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')];
  } catch {
    return [400, 'The body is not JSON.'];
  }
}

export type CollectedSpan = ReturnType<Collector['spans']>[number];
export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A collector that takes OTLP as JSON over HTTP, and refuses what a real one would. */
export async function startCollector(port = 0) {
  const bodies: { path: string; text: string; data: unknown; headers: IncomingMessage['headers'] }[] = [];
  const refused: string[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    const text = await readText(request);
    const answer = typeof text === 'string' ? understood(path, text) : text;
    const [status, message] = 'data' in answer ? [200] : answer;
    if ('data' in answer) bodies.push({ path, text: String(text), data: answer.data, headers: request.headers });
    else refused.push(`${path} ${status} ${message}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  }
  const server = createServer((request, response) => void receive(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const sent = <Sent>(path: string) => bodies.filter((body) => body.path === path).map(({ data }) => data as Sent);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that was accepted. */
    bodies,
    /** Why others were refused. */
    refused,
    /** The spans, with the name of their service. */
    spans: () =>
      sent<z.infer<typeof OtlpTraces>>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) => {
          const { 'service.name': service } = facts(resource.attributes);
          return scopeSpans
            .flatMap(({ spans }) => spans)
            .map(({ attributes, ...span }) => ({ ...span, service: String(service), attributes: facts(attributes) }));
        }),
      ),
    /** The metrics of each export, with the name of their service. */
    metrics: () =>
      sent<z.infer<typeof OtlpMetrics>>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ resource, scopeMetrics }) => {
          const { 'service.name': service } = facts(resource.attributes);
          return scopeMetrics
            .flatMap(({ metrics }) => metrics)
            .map(({ name, unit, sum, gauge, histogram }) => ({
              name,
              unit,
              service: String(service),
              monotonic: sum?.isMonotonic ?? false,
              points: ((sum ?? gauge ?? histogram)?.dataPoints ?? []).map((point) => {
                const { attributes, ...figures } = point as Point;
                return { ...figures, attributes: facts(attributes) };
              }),
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
