import { negotiate } from '@fastify/accept-negotiator';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { PortalError } from '../errors.ts';
import { BODY_BYTES } from '../limits/sizes.ts';
import type { RequestContext } from '../trpc/context.ts';
import { admitToAddress } from '../trpc/procedures.ts';
import type { Access, RouteMeta } from '../trpc/rest.ts';
import { callProcedure } from '../trpc/run-call.ts';
import { isFile, readFileText, readJson, readRows } from './body.ts';
import { matchesEtag } from './etag.ts';
import { jsonOf } from './json.ts';
import type { ErrorBody } from './problem.ts';
import { readQuery } from './query.ts';
import { checkQueryText } from './text.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The input of a mutation is its body; path parameters join it, and win. Anything but an object is left for the schema
 * to refuse.
 */
async function bodyInput(request: FastifyRequest, limit: number) {
  const body = await readJson(request, limit).then((read) => (read === undefined ? {} : read));
  const parameters = request.params as object;
  if (Object.keys(parameters).length === 0) return body;
  if (!isObject(body)) throw new PortalError('VALIDATION_ERROR', 'The body must be a JSON object.');
  return { ...body, ...parameters };
}

const NDJSON = 'application/x-ndjson';

/** The rows of a list, a line each. */
const linesOf = (answer: unknown) =>
  (answer as { data: unknown[] }).data.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Route {
  url: string;
  method: HTTPMethods;
  errorBody: ErrorBody;
  access: Access | undefined;
}

function serve(app: FastifyInstance, path: string, procedure: AnyProcedure, contextOf: ContextOf): Route | undefined {
  const { type, inputs, meta } = definitionOf<RouteMeta>(procedure);
  if (!meta?.openapi) return undefined;

  const {
    openapi,
    status = 200,
    bodyBytes: limit = BODY_BYTES.usual,
    rows,
    inQuery = false,
    file,
    produces,
    cacheControl,
    errorBody = 'standard',
    access,
    lines = false,
    weight,
  } = meta;
  const url = `/api${openapi.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const queryInput = (request: FastifyRequest) => {
    if (!request.url.includes('?')) return {};
    checkQueryText(request.url);
    return readQuery(inputs[0], request.query as object);
  };
  const inputOf = async (request: FastifyRequest) => {
    if (type === 'query' || inQuery) return { ...queryInput(request), ...(request.params as object) };
    if (file && isFile(request)) return { ...queryInput(request), [file]: await readFileText(request, limit) };
    if (file) return { ...queryInput(request), ...(await bodyInput(request, limit)) };
    if (!rows) return bodyInput(request, limit);
    return { ...queryInput(request), ...(request.params as object), [rows]: await readRows(request, limit) };
  };

  app.route({
    method: openapi.method,
    url,
    config: { errorBody },
    async handler(request, reply) {
      const ctx = contextOf(request, reply);
      reply.code(status);
      const answer = await callProcedure(procedure, { ctx, path, type, getRawInput: () => inputOf(request) });
      if (produces) reply.type(produces);
      if (cacheControl) reply.header('Cache-Control', cacheControl);
      const tag = reply.getHeader('etag');
      if (type === 'query' && tag && matchesEtag(request.headers['if-none-match'], String(tag)))
        return reply.code(304).send();
      if (lines && negotiate(request.headers.accept ?? '', ['application/json', NDJSON]) === NDJSON)
        return reply.type(`${NDJSON}; charset=utf-8`).send(linesOf(answer));
      if (produces) return answer;
      const json = jsonOf(answer, weight);
      return reply.type('application/json; charset=utf-8').send(typeof json === 'string' ? json : await json);
    },
  });
  return { url, method: openapi.method, errorBody, access };
}

/** Answers the other methods of a path with 405. */
function refuseOthers(app: FastifyInstance, url: string, served: Route[], contextOf: ContextOf) {
  const allowed = served.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config: { errorBody: served[0]?.errorBody ?? 'standard' },
    exposeHeadRoute: false,
    async handler(request, reply) {
      // An address that ends where an id belongs is not the address with the id.
      if (Object.values(request.params as object).includes('')) throw new PortalError('NOT_FOUND');
      await admitToAddress(contextOf(request, reply), served[0]?.access);
      reply.header('Allow', allowed.join(', '));
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}

/**
 * The REST window: one native Fastify route for each procedure that has OpenAPI metadata, and 405 for the other methods
 * of its path. It holds no logic of its own, so REST and tRPC cannot drift apart.
 */
export function facade(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf) {
  const routes = Object.entries(proceduresOf(router)).flatMap(
    ([path, procedure]) => serve(app, path, procedure, contextOf) ?? [],
  );
  for (const [url, served] of Map.groupBy(routes, (route) => route.url)) refuseOthers(app, url, served, contextOf);

  // Below the insights routes an address where nothing is answers as they do.
  const words = routes.flatMap(({ url, errorBody }) => (errorBody === 'insights' ? (url.split('/')[2] ?? []) : []));
  for (const word of new Set(words))
    app.all(`/api/${word}/*`, { config: { errorBody: 'insights' } }, () => {
      throw new PortalError('NOT_FOUND');
    });
}
