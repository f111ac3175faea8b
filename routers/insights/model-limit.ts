import type { Tenant } from '../../db/tenant.ts';
import type { InsightType } from '../../insights/wire.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { verifiedAdministrators } from '../auth/public.ts';

interface Question {
  type: InsightType;
  options: { maxRecommendations: number };
}

/** Whether the address of the caller, or of an administrator of the organization, is verified. */
const isVerified = async ({ caller, deps, tenant }: RequestContext & { tenant: Tenant }) =>
  (caller.kind === 'person' && caller.user.emailVerified) || deps.use(verifiedAdministrators)(tenant.clientId);

/**
 * Counts a question for a model against the daily limit of an organization that nobody has verified, or only compares
 * it. Past the limit the question says that no model may be used.
 */
export async function withinModelLimit<Asked extends Question>(
  ctx: RequestContext & { tenant: Tenant },
  question: Asked,
  how: 'hit' | 'look',
): Promise<Asked | (Asked & { options: { models: false } })> {
  const wantsModel = question.type === 'nlq' || question.type === 'explain';
  if (!wantsModel || (await isVerified(ctx))) return question;
  const { exceeded, remaining } = await ctx[how]('unverifiedQuestions');
  const usedUp = how === 'hit' ? exceeded : remaining === 0;
  return usedUp ? { ...question, options: { ...question.options, models: false } } : question;
}
