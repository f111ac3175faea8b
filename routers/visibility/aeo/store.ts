import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { aeoAnswers, aeoEvidence } from '../../../db/schema/index.ts';
import type { ScanParts, StatedFact } from '../../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { countEvidence } from '../figures/count-evidence.ts';
import type { Scan } from '../scan.ts';
import type { AssistantAnswer } from './answer.ts';
import { compareAround, type Position } from './compare.ts';

interface Parts {
  aeo?:
    | (NonNullable<ScanParts['aeo']> & { aeo_visibility_score: number; answers?: StoredAnswer[] | null | undefined })
    | null
    | undefined;
  competitors?: Scan['competitors'];
}

/** An answer as a scan has it; facts are those of the portal’s own. */
type StoredAnswer = AssistantAnswer & { facts?: StatedFact[] };

/** Latest first; at the same time in the order of the scan. */
const numbered = (answers: readonly StoredAnswer[]) =>
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

type Evidence = NonNullable<Awaited<ReturnType<typeof separateEvidence>>['evidence']>;
type Owner = Pick<Tenant, 'clientId'>;

/** Deletes the evidence of a scan with its answers, and returns where it was. */
const removeEvidence = (tx: TenantDb, tenant: Owner, runId: string) =>
  tx
    .delete(aeoEvidence)
    .where(ownedBy(tenant, aeoEvidence, eq(aeoEvidence.runId, runId)))
    .returning({ completedAt: aeoEvidence.completedAt, source: aeoEvidence.source });

async function insertEvidence(
  tx: TenantDb,
  { clientId }: Owner,
  { runId, completedAt, source }: Position,
  evidence: Evidence,
) {
  await tx.insert(aeoEvidence).values({ clientId, runId, completedAt, source, ...evidence.facts });
  for (let at = 0; at < evidence.answers.length; at += ANSWERS_AT_ONCE) {
    const part = JSON.stringify(evidence.answers.slice(at, at + ANSWERS_AT_ONCE));
    await tx.execute(sql`
      insert into ${aeoAnswers} (client_id, run_id, number, engine, model, prompt, asked_at, mentioned, position, sentiment,
        citations, competitors, excerpt, facts)
      select ${clientId}::uuid, ${runId}::uuid, number, engine, model, prompt, "askedAt", mentioned, sent.position, sentiment,
        citations, competitors, excerpt, coalesce(facts, '[]')
      from json_to_recordset(${part}::json) as sent (number int, engine text, model text, prompt text, "askedAt" timestamptz,
        mentioned boolean, position int, sentiment float8, citations jsonb, competitors jsonb, excerpt text, facts jsonb)`);
  }
}

interface StoredRun extends Position {
  isNew: boolean;
}

/** Replaces the evidence of a scan in the transaction that stores it. The answers are sent in parts. */
export async function replaceEvidence(
  tx: TenantDb,
  tenant: Owner,
  { isNew, ...run }: StoredRun,
  evidence: Evidence | undefined,
) {
  const [replaced] = isNew ? [] : await removeEvidence(tx, tenant, run.runId);
  if (evidence) await insertEvidence(tx, tenant, run, evidence);
  if (replaced) await compareAround(tx, tenant, { ...run, ...replaced });
  if (evidence) await compareAround(tx, tenant, run);
}

/** Counts and stores the evidence of a scan that is stored already. */
export async function storeEvidence(tx: TenantDb, tenant: Owner, run: StoredRun, parts: Parts) {
  const { evidence } = await separateEvidence(parts);
  await replaceEvidence(tx, tenant, run, evidence);
}
