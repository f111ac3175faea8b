import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { InsightQuestion, type InsightType } from '../../../insights/wire.ts';
import { STALE } from '../../../server/cache/ages.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { redact } from '../redaction/redact.ts';
import { gatherContext } from './gather.ts';

interface QuestionInput {
  type: InsightType;
  query?: string;
  options: { maxRecommendations: number; models?: false };
}

/**
 * Builds the message to the insights service: the redacted question and a context at most 5 minutes old. Parsing drops
 * everything outside the schema.
 */
export async function composeQuestion(
  { deps, db, tenant }: { deps: HandlerDeps; db: TenantDb; tenant: Tenant },
  { query, ...input }: QuestionInput,
): Promise<InsightQuestion> {
  const { clientId, scoresVersion, factsVersion } = tenant;
  const context = await deps.cache(
    ['insight-context', clientId, scoresVersion, factsVersion],
    () => gatherContext(db, tenant, deps.env.PSEUDONYM_KEY),
    { atMost: STALE.insightContext },
  );
  return InsightQuestion.parse({
    version: '1.0',
    ...input,
    ...(query !== undefined && { query: redact(query) }),
    context,
  });
}
