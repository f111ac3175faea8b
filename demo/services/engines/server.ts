import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfBody } from '../body.ts';
import { refusalOf } from './calls.ts';
import { type DemoEngine, PROTOCOLS, type Said } from './protocols.ts';

const MOST_BYTES = 256 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A call as it arrived. */
export interface EngineCall {
  path: string;
  question: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

interface Options {
  engine: DemoEngine;
  /** What it says to a question. */
  say: (question: string) => Said;
  port?: number;
  /** Answers in place of the engine; false when it does not. */
  instead?: (call: EngineCall, response: ServerResponse) => boolean;
}

const KEPT = 10_000;

/** A small server of the protocol of an AI assistant, on a loopback port: it refuses what the assistant would. */
export async function startEngine({ engine, say, port = 0, instead }: Options) {
  const { path, questionIn, answer } = PROTOCOLS[engine];
  const calls: EngineCall[] = [];
  let open = 0;
  let mostAtOnce = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    try {
      const body = JSON.parse(await textOfBody(request, MOST_BYTES));
      if (!path.test(new URL(request.url ?? '/', 'http://demo').pathname)) return void response.writeHead(404).end();
      if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
      const [status, message] = refusalOf(engine, request.headers, body) ?? [];
      if (status) return void response.writeHead(status, JSON_TYPE).end(JSON.stringify({ error: { message } }));
      const call = { path: request.url ?? '', question: questionIn(body as never), body, headers: request.headers };
      calls.push(call);
      if (calls.length > KEPT) calls.shift();
      if (instead?.(call, response)) return;
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(answer(say(call.question))));
    } catch {
      response.writeHead(400, JSON_TYPE).end('{"error":{"message":"Bad request."}}');
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** The most calls that were open at the same time. */
    mostAtOnce: () => mostAtOnce,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
