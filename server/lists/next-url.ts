import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ListContext {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Parameters that say where a page begins: the next page begins at its cursor instead. */
const POSITIONS = ['after', 'before', 'offset', 'starting_after'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The tRPC call of a request: its path and whether it was sent as a batch. */
function callOf({ params, query, routeOptions }: FastifyRequest) {
  if (!routeOptions.url?.startsWith('/trpc/')) return undefined;
  const { path } = params as { path: string };
  const { batch, input } = query as { batch?: unknown; input?: unknown };
  return { path, input, isBatch: batch !== undefined };
}

/** Whether this request has several tRPC calls, of which none may set headers. */
export const sharesHeaders = (request: FastifyRequest) => callOf(request)?.path.includes(',') ?? false;

/** The given parameters that the list knows, with the next cursor. */
function withCursor(given: unknown, known: object, after: string) {
  const kept = Object.entries(isObject(given) ? given : {}).filter(
    ([name]) => Object.hasOwn(known, name) && !POSITIONS.includes(name),
  );
  return Object.fromEntries([...kept, ['after', after]]);
}

/**
 * The URL of the next page: the same route or tRPC call with the same parameters and the next cursor. It is relative,
 * since callers reach the portal under different names. `input` is the parsed input, which names the known parameters.
 */
export function nextUrl(request: FastifyRequest, input: object, after: string): string {
  const call = callOf(request);
  if (!call) {
    const [path, query] = (request.raw.url ?? '/').split('?', 2);
    // Cursors are base64url, which needs no encoding.
    if (!query) return `${path}?after=${after}`;
    const parameters = withCursor(request.query, input, after) as Record<string, string>;
    return `${path}?${new URLSearchParams(parameters)}`;
  }

  const sent: unknown = typeof call.input === 'string' ? JSON.parse(call.input) : {};
  if (!call.isBatch) {
    const next = JSON.stringify(withCursor(sent, input, after));
    return `/trpc/${call.path}?input=${encodeURIComponent(next)}`;
  }
  const next = JSON.stringify({ 0: withCursor(isObject(sent) ? sent[0] : {}, input, after) });
  return `/trpc/${call.path}?batch=1&input=${encodeURIComponent(next)}`;
}
