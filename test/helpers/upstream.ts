import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Behaviour = (response: ServerResponse, request: IncomingMessage) => unknown;

/** An answer that fits the wire. */
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
  (status: number, body: unknown): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An insights service that does what the test says: well until told otherwise. Close it when done. */
export async function startUpstream(behaviour: Behaviour = json(200, ANSWER)) {
  const asked: IncomingMessage[] = [];
  let behave = behaviour;
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return response.end('{"ok":true}');
    asked.push(request);
    return behave(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The questions that came, oldest first. */
    asked,
    becomes(next: Behaviour) {
      asked.length = 0;
      behave = next;
    },
    close: () => end(server),
  };
}

function end(server: Server) {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
}

/** One for this test only. */
export async function upstreamForThisTest(behaviour?: Behaviour) {
  const upstream = await startUpstream(behaviour);
  onTestFinished(async () => void (await upstream.close()));
  return upstream;
}
