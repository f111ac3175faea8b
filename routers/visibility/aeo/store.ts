import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { aeoAnswers, aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { countEvidence } from '../figures/evidence.ts';
import type { Scan } from '../scan.ts';
import type { AssistantAnswer } from './answer.ts';

type Parts = Pick<Scan, 'aeo' | 'competitors'>;

/** Latest first; at the same time in the order of the scan. */
const numbered = (answers: readonly AssistantAnswer[]) =>
  answers
    .toSorted((one, other) => Number(one.askedAt < other.askedAt) - Number(one.askedAt > other.askedAt))
    .map((answer, index) => ({ ...answer, number: index + 1 }));

/** Separates the answers of AI assistants, which are rows of their own, from the parts of a scan, and counts them. */
export async function separateEvidence<Sent extends Parts>({ aeo, ...others }: Sent) {
  if (!aeo) return { parts: { ...others, aeo }, evidence: undefined };
  const { answers, ...metrics } = aeo;
  const parts = { ...others, aeo: metrics };
  if (!answers?.length) return { parts, evidence: undefined };
  const compared = others.competitors?.map(({ domain }) => domain) ?? [];
  const facts = { visibilityScore: aeo.aeo_visibility_score, ...(await countEvidence(answers, compared)) };
  return { parts, evidence: { facts, answers: numbered(answers) } };
}

/** Answers of one statement: all 2,000 of a scan would be written as JSON in one turn of 15 ms. */
const ANSWERS_AT_ONCE = 200;

interface StoredRun {
  id: string;
  isNew: boolean;
  completedAt: Date;
}

/** Replaces the evidence of a scan in the transaction that stores it. The answers are sent in parts. */
export async function replaceEvidence(
  tx: TenantDb,
  tenant: Tenant,
  { id: runId, isNew, completedAt }: StoredRun,
  evidence: Awaited<ReturnType<typeof separateEvidence>>['evidence'],
) {
  const { clientId } = tenant;
  // The answers are deleted with it.
  if (!isNew) await tx.delete(aeoEvidence).where(ownedBy(tenant, aeoEvidence, eq(aeoEvidence.runId, runId)));
  if (!evidence) return;

  await tx.insert(aeoEvidence).values({ clientId, runId, completedAt, ...evidence.facts });
  for (let at = 0; at < evidence.answers.length; at += ANSWERS_AT_ONCE) {
    const part = JSON.stringify(evidence.answers.slice(at, at + ANSWERS_AT_ONCE));
    await tx.execute(sql`
      insert into ${aeoAnswers} (client_id, run_id, number, engine, prompt, asked_at, mentioned, position, sentiment,
        citations, competitors, excerpt)
      select ${clientId}::uuid, ${runId}::uuid, number, engine, prompt, "askedAt", mentioned, sent.position, sentiment,
        citations, competitors, excerpt
      from json_to_recordset(${part}::json) as sent (number int, engine text, prompt text, "askedAt" timestamptz,
        mentioned boolean, position int, sentiment float8, citations jsonb, competitors jsonb, excerpt text)`);
  }
}
