import { type AnyRouter, getErrorShape, getTRPCErrorFromUnknown } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { yieldWhenDue } from '../../flow/yield.ts';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { type ErrorShape, explain, notFound, PortalError } from '../errors.ts';
import { jsonOf } from '../http/json.ts';
import { errorHeaders, logProblem } from '../http/problem.ts';
import { batchBudget } from './batch-budget.ts';
import { type Batch, readCalls } from './calls.ts';
import type { RequestContext } from './context.ts';
import { admitToAddress } from './procedures.ts';
import type { Policy } from './rest.ts';
import { callProcedure } from './run-call.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply, calls: number) => RequestContext;

/** The answer to one call. */
interface Answer {
  status: number;
  text: string | Buffer;
  problem?: PortalError;
}

/**
 * Characters of a batch from which its answers are put together as bytes: as one text they take three times as long.
 */
const LARGE = 64 * 1024;

/** A JSON list of texts of JSON. */
function listOf(texts: (string | Buffer)[]): string | Buffer {
  if (texts.reduce((sum, { length }) => sum + length, 0) < LARGE) return `[${texts.join()}]`;
  const parts = texts.flatMap((text, at) => [Buffer.from(at === 0 ? '[' : ','), Buffer.from(text)]);
  return Buffer.concat([...parts, Buffer.from(']')]);
}

/** The answer of a call that succeeded, with its data as JSON. */
const resultOf = (json: string | Buffer) =>
  typeof json === 'string'
    ? `{"result":{"data":${json}}}`
    : Buffer.concat([Buffer.from('{"result":{"data":'), json, Buffer.from('}}')]);

/** The status of a response: that of its calls, or 207 where they differ. */
const statusOf = ([first, ...others]: Answer[]) =>
  first && others.every(({ status }) => status === first.status) ? first.status : 207;

function send(request: FastifyRequest, reply: FastifyReply, answers: Answer[], text: string | Buffer | undefined) {
  const status = statusOf(answers);
  const problem = answers.find((answer) => answer.problem)?.problem;
  if (problem) reply.headers(errorHeaders(problem));
  if (status === 405 && !reply.hasHeader('allow'))
    reply.header('Allow', request.method === 'POST' ? 'GET, HEAD' : 'POST');
  // The tag of a version, for If-Match, is told where it can be of one thing only.
  if (answers.length !== 1 || status !== 200) reply.removeHeader('etag');
  reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8');
  return reply.code(status).send(text);
}

/**
 * Serves the router under /trpc by tRPC's HTTP specification (https://trpc.io/docs/rpc): JSON, queries by GET,
 * mutations by POST, batches. tRPC's own handlers are not used: they accept multipart, and so forms of other sites,
 * read the body before authentication, and cost as much as the rest of a cached read.
 */
export function rpc(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf) {
  const procedures = proceduresOf(router);
  const config = router._def._config;

  function failed(cause: unknown, reply: FastifyReply, path?: string): Answer {
    const error = getTRPCErrorFromUnknown(cause);
    const problem = explain(error);
    logProblem(reply, problem);
    const procedure = path === undefined ? undefined : procedures[path];
    const type = procedure ? definitionOf(procedure).type : 'unknown';
    const shape: ErrorShape = getErrorShape({ config, error, type, path, input: undefined, ctx: undefined });
    return { status: shape.data.httpStatus, text: JSON.stringify({ error: shape }), problem };
  }

  /** Responds to requests refused as a whole, also by guards, so that a tRPC client reads the code and message. */
  function refuse(cause: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refused = failed(cause, reply);
    return send(request, reply, [refused], refused.text);
  }

  /** Runs the calls one after another, within the budget of a batch. */
  async function answerAll(request: FastifyRequest, reply: FastifyReply, { paths, isBatch, counted, inputOf }: Batch) {
    const ctx = contextOf(request, reply, counted);
    const type = request.method === 'POST' ? 'mutation' : 'query';
    const budget = isBatch ? batchBudget(request, type) : undefined;

    async function run(path: string, index: number): Promise<string | Buffer> {
      const procedure = procedures[path];
      if (!procedure) throw notFound();
      const { type: own, meta } = definitionOf<Policy>(procedure);
      if (own !== type) {
        await admitToAddress(ctx, meta?.access);
        throw new PortalError('METHOD_NOT_ALLOWED');
      }
      budget?.assertLeft();
      const call = { ctx, path, type, getRawInput: () => inputOf(index) };
      const json = (await jsonOf(await callProcedure(procedure, call), meta?.weight)) as string | Buffer | undefined;
      // The caching of a REST route does not apply to a tRPC response.
      if (meta?.cacheControl) reply.removeHeader('etag');
      if (json === undefined) return '{"result":{}}';
      budget?.add(json);
      return resultOf(json);
    }

    const answers: Answer[] = [];
    for (const [index, path] of paths.entries()) {
      await yieldWhenDue();
      // The client has left. Changes are still made, as they were asked for.
      if (type === 'query' && index > 0 && request.socket.destroyed) break;
      answers.push(
        await run(path, index).then(
          (text) => ({ status: 200, text }),
          (cause) => failed(cause, reply, path),
        ),
      );
    }
    return answers;
  }

  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: true,
    errorHandler: refuse,
    async handler(request, reply) {
      let batch: Batch;
      try {
        batch = readCalls(request, (path) => procedures[path] && definitionOf<Policy>(procedures[path]));
      } catch (cause) {
        return refuse(cause, request, reply);
      }
      const answers = await answerAll(request, reply, batch);
      const texts = answers.map(({ text }) => text);
      return send(request, reply, answers, batch.isBatch ? listOf(texts) : texts[0]);
    },
  });
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/trpc/:path',
    errorHandler: refuse,
    handler(_request, reply) {
      reply.header('Allow', 'GET, HEAD, POST');
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}
