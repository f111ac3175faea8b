import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { definitionOf, proceduresOf, walking } from '../../internals/trpc.ts';
import { explain, PortalError } from '../errors.ts';
import { readJsonText } from '../http/body.ts';
import { errorHeaders, logProblem } from '../http/problem.ts';
import { BATCH_CALLS, BODY_BYTES } from '../limits/sizes.ts';
import type { Context } from './context.ts';
import type { Policy } from './rest.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Context;

/** tRPC reads more parameters than it documents; these two are the ones that a call needs. */
function onlyParams({ raw }: FastifyRequest) {
  const given = new URL(raw.url ?? '/', 'http://portal').searchParams;
  return new URLSearchParams([...given].filter(([name]) => name === 'batch' || name === 'input'));
}

/**
 * What tRPC takes for a web Request. Its own Fastify adapter is not used: that one accepts multipart, and so a form on
 * another site, and reads the body before anyone is asked who they are. The body here is read as REST reads it.
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

const tooMany = (request: FastifyRequest, path: string) =>
  'batch' in (request.query as object) && path.split(',').length > BATCH_CALLS
    ? new PortalError('VALIDATION_ERROR', `A batch holds at most ${BATCH_CALLS} calls.`)
    : null;

/** The most that the body of these calls may have: a batch has one body, and so the least of what each may have. */
function bodyLimit(procedures: Record<string, AnyProcedure>, path: string) {
  const limits = path.split(',').map((call) => {
    const procedure = procedures[call];
    return (procedure && definitionOf<Policy>(procedure).meta?.bodyBytes) ?? BODY_BYTES.usual;
  });
  return Math.min(...limits);
}

/** Serves the router under /trpc: plain JSON, queries by GET, mutations by POST, at most BATCH_CALLS in a batch. */
export function rpc(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf) {
  const procedures = proceduresOf(router);
  const walkingRouter = walking(router);
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: true,
    async handler(request, reply) {
      const { path } = request.params;
      const response = await resolveResponse({
        router: walkingRouter,
        req: webRequest(request, bodyLimit(procedures, path)),
        // It decodes the path once more than Fastify did; what was encoded twice is no procedure.
        path: encodeURIComponent(path),
        error: tooMany(request, path),
        createContext: async () => contextOf(request, reply),
        onError: ({ error }) => logProblem(reply, explain(error)),
        responseMeta: ({ errors: [first] }) => (first ? { headers: new Headers(errorHeaders(explain(first))) } : {}),
      });
      // tRPC names GET alone; every query answers HEAD as well.
      if (response.status === 405) response.headers.set('Allow', request.method === 'POST' ? 'GET, HEAD' : 'POST');
      // There is one representation; what CORS varies by stays.
      response.headers.delete('vary');
      return reply
        .code(response.status)
        .headers({ ...Object.fromEntries(response.headers), 'content-type': 'application/json; charset=utf-8' })
        .send(await response.text());
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
