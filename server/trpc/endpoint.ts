import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { definitionOf, proceduresOf, walking } from '../../internals/trpc.ts';
import { explain, invalid, PortalError } from '../errors.ts';
import { readJsonText } from '../http/body.ts';
import { answerTooLarge } from '../http/json.ts';
import { errorHeaders, logProblem } from '../http/problem.ts';
import { ANSWER_BYTES, BATCH_CALLS, BODY_BYTES } from '../limits/sizes.ts';
import { batches } from './batch.ts';
import type { RequestContext } from './context.ts';
import { onceForKey } from './idempotency.ts';
import type { Policy } from './rest.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;

/** Keeps the two documented parameters: tRPC reads others as well. */
function onlyParams({ raw }: FastifyRequest) {
  const given = new URL(raw.url ?? '/', 'http://portal').searchParams;
  return new URLSearchParams([...given].filter(([name]) => name === 'batch' || name === 'input'));
}

/**
 * A minimal web Request for tRPC. Its Fastify adapter is not used: it accepts multipart, and so forms of other sites, and
 * reads the body before authentication. Here the body is read as for REST.
 */
function webRequest(request: FastifyRequest, limit: number): Request {
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    url: `http://portal/?${onlyParams(request)}`,
    headers: new Headers({ 'content-type': 'application/json' }),
    signal: new AbortController().signal,
    text: () => readJsonText(request, limit),
  } as Request;
}

/** The reason to reject a batch as a whole, if any. */
function refusedBatch({ method, headers }: FastifyRequest, path: string) {
  const calls = path.split(',').length;
  if (calls > BATCH_CALLS) return new PortalError('VALIDATION_ERROR', `A batch holds at most ${BATCH_CALLS} calls.`);
  // One key would stand for several calls with different input.
  if (calls > 1 && method === 'POST' && headers['idempotency-key'] !== undefined)
    return invalid('Idempotency-Key', 'is for a single call; send the calls of this batch one by one');
  return null;
}

/** The body limit of a batch: the smallest limit of its calls. */
function bodyLimit(procedures: Record<string, AnyProcedure>, path: string) {
  const limits = path.split(',').map((call) => {
    const procedure = procedures[call];
    return (procedure && definitionOf<Policy>(procedure).meta?.bodyBytes) ?? BODY_BYTES.usual;
  });
  return Math.min(...limits);
}

/** Serves the router under /trpc: JSON, queries by GET, mutations by POST, at most BATCH_CALLS in a batch. */
export function rpc(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf) {
  const procedures = proceduresOf(router);
  const calls = batches();
  const walkingRouter = walking(router, calls.run, onceForKey);
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: true,
    async handler(request, reply) {
      const { path } = request.params;
      const isBatch = 'batch' in (request.query as object);
      const answer = (error: PortalError | null) =>
        resolveResponse({
          router: walkingRouter,
          req: webRequest(request, bodyLimit(procedures, path)),
          // tRPC decodes the path again after Fastify; a path encoded twice must not match a procedure.
          path: encodeURIComponent(path),
          error,
          async createContext() {
            const context = contextOf(request, reply);
            if (isBatch) calls.begin(context);
            return context;
          },
          onError: ({ error }) => logProblem(reply, explain(error)),
          responseMeta: ({ errors: [first] }) => (first ? { headers: new Headers(errorHeaders(explain(first))) } : {}),
        });

      let response = await answer(isBatch ? refusedBatch(request, path) : null);
      let text = await response.text();
      if (!isBatch && Buffer.byteLength(text) > ANSWER_BYTES) {
        response = await answer(answerTooLarge());
        text = await response.text();
      }
      // tRPC lists only GET, but every query also answers HEAD.
      if (response.status === 405) response.headers.set('Allow', request.method === 'POST' ? 'GET, HEAD' : 'POST');
      // There is only one representation; CORS sets its own Vary.
      response.headers.delete('vary');
      // The ETag of a REST route does not apply to a tRPC response.
      reply.removeHeader('etag');
      return reply
        .code(response.status)
        .headers({
          ...Object.fromEntries(response.headers),
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'private, no-store',
        })
        .send(text);
    },
  });
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/trpc/:path',
    handler(_request, reply) {
      reply.header('Allow', 'GET, HEAD, POST');
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}
