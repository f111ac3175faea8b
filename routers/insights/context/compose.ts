import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { InsightQuestion, type InsightType } from '../../../insights/wire.ts';
import { STALE } from '../../../server/cache/ages.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { redact } from '../redaction/redact.ts';
import { gatherContext } from './gather.ts';

interface Asked {
  type: InsightType;
  query?: string;
  options: { maxRecommendations: number };
}

/**
 * The question as it leaves the house: the client's own words redacted, the context as old as 5 minutes at most, and
 * nothing that the wire's schema has no place for.
 */
export async function composeQuestion(
  { deps, db, tenant }: { deps: HandlerDeps; db: TenantDb; tenant: Tenant },
  { query, ...asked }: Asked,
): Promise<InsightQuestion> {
  const { clientId, scoresVersion, factsVersion } = tenant;
  const context = await deps.cache(
    ['insight-context', clientId, scoresVersion, factsVersion],
    () => gatherContext(db, tenant, deps.env.PSEUDONYM_KEY),
    { atMost: STALE.insightContext },
  );
  return InsightQuestion.parse({
    version: '1.0',
    ...asked,
    ...(query !== undefined && { query: redact(query) }),
    context,
  });
}
