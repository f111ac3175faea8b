import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => unknown;

interface Call {
  /** The time of the call in milliseconds. */
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A valid answer. */
export const ANSWER = {
  type: 'answer',
  answer: 'The score fell because two listings went out of date.',
  confidence: 0.7,
  sources: ['visibility_scores'],
  suggestions: ['What should we do first?'],
  recommendations: [],
  metadata: { ai_provider: 'primary', ai_model: 'small-1', execution_time_ms: 5, tokens_used: 321 },
};

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const well = json(200, ANSWER);
export const silent: Behaviour = () => {};
export const hangsUp: Behaviour = (response) => response.destroy();

/** An insights service controlled by the test, successful by default. Close it when done. */
export async function startUpstream(...behaviours: Behaviour[]) {
  const asked: Call[] = [];
  let script = behaviours;
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return response.end('{"ok":true}');
    const { headers } = request;
    const call = { at: performance.now(), headers, body: '' };
    call.body = await text(request).catch(() => '');
    asked.push(call);
    const behave = script[asked.length - 1] ?? script.at(-1) ?? well;
    return behave(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The received questions, oldest first. */
    asked,
    /** Sets the next behaviours in order; the last one persists. */
    becomes(...next: Behaviour[]) {
      asked.length = 0;
      script = next;
    },
    /** The milliseconds between calls. */
    gaps: () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0)),
    close: () => end(server),
  };
}

function end(server: Server) {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
}

/** An insights service for this test only. */
export async function upstreamForThisTest(...behaviours: Behaviour[]) {
  const upstream = await startUpstream(...behaviours);
  onTestFinished(async () => void (await upstream.close()));
  return upstream;
}
