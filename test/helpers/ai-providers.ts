import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as bodyOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type Kind = 'openai' | 'anthropic';
type Wire = (text: string) => object;
export type Behaviour = (response: ServerResponse, wire: Wire) => unknown;

interface Asked {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: requests are only inspected by assertions.
  body: any;
}

/** A valid answer of a model. */
export const DRAFT = {
  answer: 'The visibility score is 58.4; reviews at 40 hold it back most.',
  confidence: 0.8,
  sources: ['visibility_scores'],
  suggestions: ['How can we improve our reviews?'],
};

const WIRES: Record<Kind, Wire> = {
  openai: (content) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'whatever-it-calls-itself',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 300, completion_tokens: 21, total_tokens: 321 },
  }),
  anthropic: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'whatever-it-calls-itself',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 200, output_tokens: 34 },
  }),
};

const send = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

/** The responses of a provider. */
export const text =
  (written: string): Behaviour =>
  (response, wire) =>
    send(response, 200, JSON.stringify(wire(written)));
export const draft = (written: object = DRAFT) => text(JSON.stringify(written));
export const raw =
  (status: number, body: string): Behaviour =>
  (response) =>
    send(response, status, body);
export const silence: Behaviour = () => {};

/** Megabytes of a plausible answer. */
export const flood =
  (megabytes: number): Behaviour =>
  async (response) => {
    response.on('error', () => {});
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[{"message":{"content":"');
    for (let sent = 0; sent < megabytes && !response.destroyed; sent++)
      if (!response.write('x'.repeat(1024 * 1024)))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    response.end('"}}]}');
  };

/** A server with the wire format of a kind of provider, controlled by the test. Close it when done. */
export async function startProvider(kind: Kind, behaviour: Behaviour = draft()) {
  const asked: Asked[] = [];
  let behave = behaviour;
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const body = await bodyOf(request).catch(() => undefined);
    asked.push({ at, path: request.url ?? '', headers: request.headers, body });
    await behave(response, WIRES[kind]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    kind,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests, oldest first. */
    asked,
    becomes(next: Behaviour) {
      asked.length = 0;
      behave = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

export type AiProvider = Awaited<ReturnType<typeof startProvider>>;

/** A provider for this test only. */
export async function providerForThisTest(kind: Kind, behaviour?: Behaviour) {
  const provider = await startProvider(kind, behaviour);
  onTestFinished(async () => void (await provider.close()));
  return provider;
}
