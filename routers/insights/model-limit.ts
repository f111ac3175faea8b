import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { insightUsage } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { InsightType } from '../../insights/wire.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { verifiedAdministrators } from '../auth/public.ts';

interface Question {
  type: InsightType;
  options: { maxRecommendations: number };
}

type TenantContext = RequestContext & { tenant: Tenant; db: TenantDb };

/** Whether the address of the caller, or of an administrator of the organization, is verified. */
const isVerified = async ({ caller, deps, tenant }: TenantContext) =>
  (caller.kind === 'person' && caller.user.emailVerified) || deps.use(verifiedAdministrators)(tenant.clientId);

/** Whether the organization has used up the tokens that its operator allows a month. */
async function isBudgetSpent({ db, tenant }: TenantContext) {
  const { monthlyTokenBudget: budget } = tenant;
  if (budget === null) return false;
  const thisMonth = eq(insightUsage.month, sql`date_trunc('month', now() at time zone 'UTC')::date`);
  const [used] = await db
    .select({ tokens: insightUsage.tokens })
    .from(insightUsage)
    .where(ownedBy(tenant, insightUsage, thisMonth));
  return (used?.tokens ?? 0) >= budget;
}

const withoutModels = <Asked extends Question>(question: Asked) => ({
  ...question,
  options: { ...question.options, models: false as const },
});

/**
 * Compares a question for a model with the monthly budget of tokens, and counts it against the daily limit of an
 * organization that nobody has verified, or only compares it. Past either the question says that no model may be used.
 */
export async function withinModelLimit<Asked extends Question>(
  ctx: TenantContext,
  question: Asked,
  how: 'consume' | 'peek',
): Promise<Asked | (Asked & { options: { models: false } })> {
  const wantsModel = question.type === 'nlq' || question.type === 'explain';
  if (!wantsModel) return question;
  if (await isBudgetSpent(ctx)) return withoutModels(question);
  if (await isVerified(ctx)) return question;
  const { exceeded, remaining } = await ctx[how]('unverifiedQuestions');
  const usedUp = how === 'consume' ? exceeded : remaining === 0;
  return usedUp ? withoutModels(question) : question;
}
