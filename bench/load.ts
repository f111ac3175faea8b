import autocannon, { type Client, type Request, type Result } from 'autocannon';
import type { Server } from './fleet.ts';

export const CONNECTIONS = 32;

/** The requests that each connection sends one after another. */
export interface Aim {
  method?: 'GET' | 'POST';
  path: string;
  /** Number of connections; by default {@link CONNECTIONS}. */
  connections?: number;
  /** Requests a second in all; by default as many as are answered. */
  rate?: number;
  /** Headers of the n-th connection. */
  connection?: (n: number) => Record<string, string>;
  /** Headers of successive requests of a connection; the n-th connection begins with the n-th. */
  inTurn?: Record<string, string>[];
  /** The parts that differ between requests. */
  request?: () => { path?: string; headers?: Record<string, string>; body?: string };
}

export interface Burst {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server process per response, in microseconds. */
  cpu: number;
}

function requestOf({ method = 'GET', path, request }: Aim): Request {
  if (!request) return { method, path };
  const setupRequest = (standing: Request): Request => {
    const { headers, ...more } = request();
    return { ...standing, ...more, headers: { ...standing.headers, ...headers } };
  };
  return { method, path, headers: { 'content-type': 'application/json' }, setupRequest };
}

/** A connection's requests: the same for each of the headers, from the n-th on. */
function requestsInTurn(aim: Aim, headers: Record<string, string>[], n: number): Request[] {
  const first = n % headers.length;
  return [...headers.slice(first), ...headers.slice(0, first)].map((one) => ({ ...requestOf(aim), headers: one }));
}

const at = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** The length of a burst: seconds, or a number of requests over a number of connections. */
type Length = { duration: number } | { amount: number; connections: number };

/** Loads the server. Throws on any response other than 2xx, since errors are not throughput. */
export async function burst(server: Server, aim: Aim, length: Length): Promise<Burst> {
  const times: number[] = [];
  let opened = 0;
  const before = await server.cpu();
  const options = {
    url: server.url,
    connections: aim.connections ?? CONNECTIONS,
    ...length,
    ...(aim.rate && { overallRate: aim.rate }),
    requests: [requestOf(aim)],
    setupClient(client: Client) {
      const n = opened++;
      if (aim.connection) client.setHeaders(aim.connection(n));
      if (aim.inTurn) client.setRequests(requestsInTurn(aim, aim.inTurn, n));
    },
  };
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  // The histogram of autocannon has whole milliseconds, too coarse for fast routes.
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { non2xx, errors, duration: took } = await promise;
  if (non2xx > 0 || errors > 0 || times.length === 0)
    throw new Error(
      `${aim.path}: ${non2xx} responses other than 2xx and ${errors} errors in ${times.length} responses.`,
    );

  const sorted = Float64Array.from(times).sort();
  const cpu = ((await server.cpu()) - before) / times.length;
  return { rate: times.length / took, p50: at(sorted, 0.5), p99: at(sorted, 0.99), cpu };
}
