import autocannon, { type Client, type Request, type Result } from 'autocannon';
import type { Server } from './fleet.ts';

export const CONNECTIONS = 32;

/** What is sent, by every connection, one request after another. */
export interface Aim {
  method?: 'GET' | 'POST';
  path: string;
  /** How many ask at once; {@link CONNECTIONS} where it does not say. */
  connections?: number;
  /** Headers of the n-th connection. */
  connection?: (n: number) => Record<string, string>;
  /** What differs from one request to the next. */
  request?: () => { path?: string; headers?: Record<string, string>; body?: string };
}

export interface Burst {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server's process for one answer, in microseconds. */
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

const at = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** How long a burst is: so many seconds, or so many requests over so many connections. */
type Length = { duration: number } | { amount: number; connections: number };

/** Loads the server. Throws when anything but 2xx comes back: an error is no throughput. */
export async function burst(server: Server, aim: Aim, length: Length): Promise<Burst> {
  const times: number[] = [];
  let opened = 0;
  const before = await server.cpu();
  const options = {
    url: server.url,
    connections: aim.connections ?? CONNECTIONS,
    ...length,
    requests: [requestOf(aim)],
    setupClient(client: Client) {
      if (aim.connection) client.setHeaders(aim.connection(opened++));
    },
  };
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  // Its own histogram counts whole milliseconds, too coarse for the fast ones.
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { non2xx, errors, duration: took } = await promise;
  if (non2xx > 0 || errors > 0 || times.length === 0)
    throw new Error(`${aim.path}: ${non2xx} refusals and ${errors} errors among ${times.length} answers.`);

  const sorted = Float64Array.from(times).sort();
  const cpu = ((await server.cpu()) - before) / times.length;
  return { rate: times.length / took, p50: at(sorted, 0.5), p99: at(sorted, 0.99), cpu };
}
