import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The status and error code of a response, the same for REST and tRPC: `400 INVALID_JSON`, or `200`. */
export const outcome = ({ statusCode, headers }: { statusCode: number; headers: OutgoingHttpHeaders }) =>
  [statusCode, headers['x-error-code']].filter(Boolean).join(' ');

type Answered = { statusCode: number; headers: OutgoingHttpHeaders };

/** The inputs with another outcome than this one, each with its own: an empty list, where all are alike. */
export async function unlike<T>(expected: string, inputs: readonly T[], ask: (input: T) => Promise<Answered>) {
  const others: [T, string][] = [];
  for (const input of inputs) {
    const seen = outcome(await ask(input));
    if (seen !== expected) others.push([input, seen]);
  }
  return others;
}

/** A path of the document with this id, and 1 as the versions. */
export const pathTo = (path: string, id: string) =>
  path.replaceAll(/\{(version|a|b)\}/g, '1').replaceAll(/\{\w+\}/g, id);

/** The URL of a tRPC query with its input. */
export const query = (path: string, input: unknown) =>
  `/trpc/${path}?input=${encodeURIComponent(typeof input === 'string' ? input : JSON.stringify(input))}`;

const portOf = (app: FastifyInstance) => {
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('The portal does not listen on a port.');
  return address.port;
};

/** A bare connection to a listening portal; returns everything received until it closes. */
export function dial(app: FastifyInstance) {
  const socket = connect(portOf(app), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Closing during a send causes a reset at the sender.
  socket.on('error', () => {});
  const hungUp = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    say: (bytes: string | Uint8Array) => socket.write(bytes),
    leave: () => socket.destroy(),
    async answer() {
      await hungUp;
      return understand(Buffer.concat(chunks).toString('utf8'));
    },
  };
}

function understand(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { text, statusCode: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/**
 * Sends one request exactly as written. `inject` and fetch normalize paths before they send them: only a bare socket
 * shows how the portal handles `/../`.
 */
export function sendRaw(app: FastifyInstance, requestLine: string, headers: Record<string, string> = {}, body = '') {
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers });
  const peer = dial(app);
  peer.say(`${requestLine} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  return peer.answer();
}
