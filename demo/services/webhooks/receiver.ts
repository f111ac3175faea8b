import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { textOfBody } from '../body.ts';

/** An event as it arrived. */
interface Arrival {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  headers: Record<string, string>;
  body: string;
}

const KEPT = 10_000;
const MOST_BYTES = 1024 * 1024;

interface Options {
  port?: number;
  /** Answers in place of the receiver, before it verifies the signature; false when it does not. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * A receiver of webhooks that verifies signatures and their time, as a client's would: 204 for JSON that was signed
 * with the secret within five minutes, 401 for any other.
 */
export async function startReceiver({ port = 0, instead }: Options = {}) {
  const arrivals: Arrival[] = [];
  let secret: string | undefined;
  let connections = 0;

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    if (instead?.(request, response)) return;
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
    if (!/^application\/json\s*(;|$)/.test(request.headers['content-type'] ?? '')) return response.writeHead(415).end();
    try {
      const body = await textOfBody(request, MOST_BYTES);
      const headers = request.headers as Record<string, string>;
      const { type, timestamp, data } = new Verifier(secret ?? '').verify(body, headers) as Arrival;
      arrivals.push({ id: String(headers['webhook-id']), type, timestamp, data, headers, body });
      if (arrivals.length > KEPT) arrivals.shift();
      response.writeHead(204).end();
    } catch {
      response.writeHead(401, { 'content-type': 'text/plain' }).end('The signature is wrong.');
    }
  };
  const server = createServer((request, response) => void receive(request, response));
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    port: (server.address() as AddressInfo).port,
    arrivals,
    /** The number of connections so far. */
    connections: () => connections,
    /** Sets the secret that signatures are verified with. */
    expect(expected: string | undefined) {
      secret = expected;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
