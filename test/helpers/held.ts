import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Portal } from './portal.ts';

type Headers = Record<string, string>;

/**
 * Sends a request without the last byte of its body to a listening portal, by default long enough ago that the caller
 * was admitted; the returned function sends the last byte.
 */
export async function hold({ app }: Portal, route: string, body: object, headers: Headers, milliseconds = 500) {
  const [method, path] = route.split(' ');
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('The portal does not listen on a port.');
  const json = JSON.stringify(body);
  const sent = request({
    port: address.port,
    method,
    path,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': String(json.length), ...headers },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(json.slice(0, -1));
  await pause(milliseconds);

  return async () => {
    sent.end(json.slice(-1));
    const [response] = await answered;
    return { statusCode: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  };
}
