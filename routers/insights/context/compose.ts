import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { readQuestion } from '../../../insights/question/read.ts';
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
 * Builds the message to the insights service: the redacted question, or only its topics where the organization sends no
 * word of its questions, and a context at most 5 minutes old. Parsing drops everything outside the schema.
 */
export async function composeQuestion(
  { deps, db, tenant }: { deps: HandlerDeps; db: TenantDb; tenant: Tenant },
  { query, options: asked, ...input }: QuestionInput,
  reader: { language?: 'de' },
): Promise<InsightQuestion> {
  const { clientId, scoresVersion, factsVersion } = tenant;
  const context = await deps.cache(
    ['insight-context', clientId, scoresVersion, factsVersion],
    () => gatherContext(db, tenant, deps.env.PSEUDONYM_KEY),
    { atMost: STALE.insightContext },
  );
  const options = { ...asked, ...reader };
  const redacted = query === undefined ? undefined : redact(query);
  if (redacted === undefined || tenant.questionText !== 'topics')
    return InsightQuestion.parse({ version: '1.0', ...input, options, query: redacted, context });
  const topics = readQuestion(redacted, context.as_of);
  return InsightQuestion.parse({ version: '1.1', ...input, options, questionText: 'topics', topics, context });
}
