import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { explain, PortalError } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { METHODS } from '../http/guards.ts';
import { errorHeaders, jsonRpcError, logProblem, sendProblem } from '../http/problem.ts';
import { BODY_BYTES } from '../limits/sizes.ts';
import type { RequestContext } from '../trpc/context.ts';
import { mayWrite } from '../trpc/delegates.ts';
import { tenantProcedure } from '../trpc/procedures.ts';
import { callProcedure } from '../trpc/run-call.ts';
import { memoized } from '../web/assets.ts';
import { callTool } from './call.ts';
import { toolsOf } from './registry.ts';
import { recordReading } from './trail.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;

const ADDRESS = '/mcp';

const TOO_NARROW = 'This tool changes something, for which the scope "write" is needed.';

/** Loaded by the first message: the package takes as long to load as a hundred requests. */
const protocol = memoized(() => import('./serve.ts'));

const Message = z.looseObject({ id: z.union([z.string(), z.number()]).optional(), method: z.string().optional() });

/** One message. Batches are refused: their calls would count as one. @throws VALIDATION_ERROR */
async function readMessage(request: FastifyRequest) {
  const body = await readJson(request, BODY_BYTES.usual);
  if (Array.isArray(body))
    throw new PortalError('VALIDATION_ERROR', 'Send one message in each request; batches are not supported.');
  return body;
}

/** The headers of a request that the protocol knows. */
const headersOf = ({ headers }: FastifyRequest) => ({
  accept: 'application/json, text/event-stream',
  ...Object.fromEntries(
    ['mcp-protocol-version', 'mcp-method', 'mcp-name'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  ),
});

/**
 * Serves procedures as tools of assistants, by the Model Context Protocol: one message in each request, without
 * sessions or streams. Callers are known by their token alone: a browser's cookies never count.
 */
export function serveAssistants(app: FastifyInstance, router: AnyRouter, contextOf: ContextOf, deps: Deps) {
  const pointer = new URL('/.well-known/oauth-protected-resource/mcp', deps.env.PUBLIC_URL);
  const challenge = `Bearer resource_metadata="${pointer}", scope="read"`;
  const tooNarrow = `Bearer error="insufficient_scope", scope="read write", resource_metadata="${pointer}"`;
  const tools = memoized(async () => toolsOf(router));

  /** Answers a message of a caller who is admitted and counted. */
  async function answer(ctx: RequestContext, message: z.infer<typeof Message>) {
    const { request, reply } = ctx;
    const { answerMessage } = await protocol();
    let problem: PortalError | undefined;
    const { status, body } = await answerMessage({
      message,
      headers: headersOf(request),
      tools: await tools(),
      // Keys change nothing; an assistant may be let in to do more.
      shows: ({ type }) => type === 'query' || ctx.caller.kind === 'person',
      async call(tool, given) {
        try {
          if (tool.type === 'mutation' && !mayWrite(ctx.caller)) throw new PortalError('FORBIDDEN', TOO_NARROW);
          const result = await callTool(ctx, tool, given);
          if (tool.type === 'query') await recordReading(deps.database.accounts, ctx, tool.tool.name);
          return result;
        } catch (error) {
          problem = explain(error);
          throw error;
        }
      },
    });
    if (!problem) return { status, body };
    logProblem(reply, problem);
    reply.headers(errorHeaders(problem));
    if (problem.errorCode === 'FORBIDDEN') reply.header('WWW-Authenticate', tooNarrow);
    return { status: problem.status, body: JSON.stringify(jsonRpcError(problem, message.id)) };
  }

  const message = tenantProcedure.input(Message).query(({ ctx, input }) => answer(ctx, input));

  app.route({
    method: 'POST',
    url: ADDRESS,
    config: { errorBody: 'jsonRpc', forAssistants: true },
    errorHandler(error, _request, reply) {
      const { status, errorCode } = explain(error);
      if (status === 401) reply.header('WWW-Authenticate', challenge);
      if (errorCode === 'FORBIDDEN') reply.header('WWW-Authenticate', tooNarrow);
      return sendProblem(reply, error);
    },
    async handler(request, reply) {
      const call = { ctx: contextOf(request, reply), path: 'mcp', type: 'query' };
      const answered = await callProcedure(message, { ...call, getRawInput: () => readMessage(request) });
      const { status, body } = answered as Awaited<ReturnType<typeof answer>>;
      // What the protocol refuses, not a procedure.
      if (status >= 400 && !reply.hasHeader('X-Error-Code'))
        reply.header('X-Error-Code', status === 404 ? 'NOT_FOUND' : 'VALIDATION_ERROR');
      return body ? reply.code(status).type('application/json; charset=utf-8').send(body) : reply.code(status).send();
    },
  });
  app.route({
    method: METHODS.filter((method) => method !== 'POST'),
    url: ADDRESS,
    exposeHeadRoute: false,
    config: { errorBody: 'jsonRpc' },
    handler(_request, reply) {
      reply.header('Allow', 'POST');
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}
