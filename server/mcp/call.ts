import { z } from 'zod';
import { explain, invalid, PortalError } from '../errors.ts';
import { UNLIMITED } from '../limits/limits.ts';
import { TOOL_BYTES } from '../limits/sizes.ts';
import type { RequestContext } from '../trpc/context.ts';
import { callProcedure } from '../trpc/run-call.ts';
import type { ListedTool } from './registry.ts';
import { resultOf, type ToolResult, toolResult } from './result.ts';

/** What the model can put right itself: it gets these as results, and everything else ends the request. */
const FOR_THE_MODEL = new Set([400, 404, 409, 412, 413]);

const Offset = z.int().min(0).max(10_000_000).default(0);

/** The call to a procedure within a request that is admitted and counted already. */
const within = (ctx: RequestContext): RequestContext => ({
  ...ctx,
  answersAtMost: TOOL_BYTES.list,
  identify: async () => undefined,
  consume: async (name) => (name === 'general' || name === 'client' ? UNLIMITED : ctx.consume(name)),
});

/** Takes the cursor of the next page from the headers that its REST route would have. */
function takeNext({ reply }: RequestContext) {
  const link = String(reply.getHeader('link') ?? '');
  for (const name of ['link', 'x-has-more', 'etag', 'location']) reply.removeHeader(name);
  return /[?&]after=([\w-]+)/.exec(link)?.[1];
}

const TOO_LARGE = new PortalError(
  'PAYLOAD_TOO_LARGE',
  'The answer is too large for a tool. Please ask for less, such as a shorter period or a smaller `limit`.',
);

async function answerOf(ctx: RequestContext, { procedure, path, type, tool }: ListedTool, given: object) {
  const { offset, ...input } = given as { offset?: unknown };
  const from = Offset.safeParse(offset);
  if (!from.success) throw invalid('offset', 'must be a whole number from 0');
  const answer = await callProcedure(procedure, {
    ctx: within(ctx),
    path,
    type,
    getRawInput: async () => ({ ...input, ...tool.fixed }),
  });
  const result = toolResult(answer, { tool, after: takeNext(ctx), offset: from.data });
  if (!result) throw TOO_LARGE;
  return result;
}

/**
 * Calls a procedure as a tool.
 *
 * @throws PortalError for what the model cannot put right, such as a limit
 */
export async function callTool(ctx: RequestContext, tool: ListedTool, given: object): Promise<ToolResult> {
  try {
    return await answerOf(ctx, tool, given);
  } catch (error) {
    const problem = explain(error);
    if (!FOR_THE_MODEL.has(problem.status)) throw problem;
    takeNext(ctx);
    const { errorCode: code, message: sentence, issues, limit } = problem;
    return {
      ...resultOf({ error: sentence, code, ...(issues && { issues }), ...(limit && { limit }) }),
      isError: true,
    };
  }
}
