import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
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

/** What a real provider of the kind would refuse in a question: `[status, message]`. */
function complaintOf(kind: Kind, { method, url = '', headers }: IncomingMessage, body: Asked['body']) {
  const path = kind === 'openai' ? '/v1/chat/completions' : '/v1/messages';
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST' || url.split('?')[0] !== path) return [404, `Unknown request URL: ${method} ${url}.`] as const;
  const isKnown = (message: { role?: unknown; content?: unknown }) =>
    typeof message.role === 'string' && (typeof message.content === 'string' || Array.isArray(message.content));
  const faults = [
    !headers['content-type']?.startsWith('application/json') && 'The content type is not JSON.',
    typeof body?.model !== 'string' && 'model: a text is required.',
    !(Array.isArray(body?.messages) && body.messages.length > 0 && body.messages.every(isKnown)) &&
      'messages: at least one message with role and content is required.',
    kind === 'anthropic' && !Number.isInteger(body?.max_tokens) && 'max_tokens: a whole number is required.',
    kind === 'anthropic' && headers['anthropic-version'] === undefined && 'anthropic-version: header is required.',
  ].filter((fault) => fault !== false);
  return faults.length > 0 ? ([400, faults.join(' ')] as const) : undefined;
}

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
  const [asked, refused]: [Asked[], string[]] = [[], []];
  let behave = behaviour;
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const body = await bodyOf(request).catch(() => undefined);
    asked.push({ at, path: request.url ?? '', headers: request.headers, body });
    const complaint = complaintOf(kind, request, body);
    if (complaint) {
      const [status, message] = complaint;
      refused.push(message);
      return send(response, status, JSON.stringify({ error: { message } }));
    }
    await behave(response, WIRES[kind]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    kind,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests, oldest first. */
    asked,
    /** Why it refused calls that a real provider would refuse: none in a right test. */
    refused,
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
