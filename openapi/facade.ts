import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { PortalError } from '../server/errors.ts';
import { readJson } from '../server/http/body.ts';
import { isKnown } from '../server/http/etag.ts';
import { readRows } from '../server/http/rows.ts';
import { bodyBytes } from '../server/limits/numbers.ts';
import type { Context } from '../server/trpc/context.ts';
import type { RestMeta } from '../server/trpc/rest.ts';
import { call } from './call.ts';
import { readQuery } from './query.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Context;

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input of a mutation is its body; path parameters join it, and win. Anything but an object is left for the schema to refuse. */
async function bodyInput(request: FastifyRequest, limit: number) {
  const body = await readJson(request, limit).then((read) => (read === undefined ? {} : read));
  const parameters = request.params as object;
  if (Object.keys(parameters).length === 0) return body;
  if (!isObject(body)) throw new PortalError('VALIDATION_ERROR', 'The body must be a JSON object.');
  return { ...body, ...parameters };
}

function serve(app: FastifyInstance, path: string, procedure: AnyProcedure, contextOf: ContextOf) {
  const { openapi, status = 200, rows, produces } = procedure._def.meta as RestMeta;
  if (!openapi) return undefined;

  const { type } = procedure._def;
  const url = `/api${openapi.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const limit = bodyBytes(path.split('.')[0]);
  const [schema] = (procedure._def as unknown as { inputs: unknown[] }).inputs;
  const queryInput = (request: FastifyRequest) => readQuery(schema, request.query as object);
  const inputOf = async (request: FastifyRequest) => {
    if (type === 'query') return { ...queryInput(request), ...(request.params as object) };
    return rows ? { ...queryInput(request), [rows]: await readRows(request, limit) } : bodyInput(request, limit);
  };

  app.route({
    method: openapi.method,
    url,
    async handler(request, reply) {
      const ctx = contextOf(request, reply);
      reply.code(status);
      const answer = await call(procedure, path, ctx, () => inputOf(request));
      if (produces) reply.type(produces);
      const tag = reply.getHeader('etag');
      if (type === 'query' && tag && isKnown(request.headers['if-none-match'], String(tag)))
        return reply.code(304).send();
      return answer;
    },
  });
  return { url, method: openapi.method };
}

/** Writes an answer as JSON; a frozen one comes out of a cache and is sent again, and so is written once. */
function rememberingJson() {
  const written = new WeakMap<object, string>();
  return (answer: unknown) => {
    if (!isObject(answer) || !Object.isFrozen(answer)) return JSON.stringify(answer);
    const text = written.get(answer) ?? JSON.stringify(answer);
    written.set(answer, text);
    return text;
  };
}

/**
 * The REST window: one native Fastify route for each procedure that has OpenAPI metadata, and 405 for the other methods
 * of its path. It holds no logic of its own, so REST and tRPC cannot drift apart.
 */
export function facade(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf) {
  app.setReplySerializer(rememberingJson());
  const methods = new Map<string, HTTPMethods[]>();
  for (const [path, procedure] of Object.entries(router._def.procedures as Record<string, AnyProcedure>)) {
    const route = serve(app, path, procedure, contextOf);
    if (route) methods.set(route.url, [...(methods.get(route.url) ?? []), route.method]);
  }

  for (const [url, served] of methods) {
    const allowed = served.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      handler(request, reply) {
        // An address that ends where an id belongs is not the address with the id.
        if (Object.values(request.params as object).includes('')) throw new PortalError('NOT_FOUND');
        reply.header('Allow', allowed.join(', '));
        throw new PortalError('METHOD_NOT_ALLOWED');
      },
    });
  }
}
