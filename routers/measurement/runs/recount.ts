import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { measurementAnswers, measurementRuns, scoreRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { yieldWhenDue } from '../../../flow/yield.ts';
import { notFound, PortalError } from '../../../server/errors.ts';
import { knownForReading, readSubject } from '../reading/known.ts';
import { type Known, readAnswer } from '../reading/read-answer.ts';
import { makeFactTasks } from './fact-tasks.ts';
import { answersOf } from './finish-run.ts';
import { type PublishedRun, publishRun, scanOf } from './publish.ts';

type Row = typeof measurementAnswers.$inferSelect;

/** Answers of one statement. */
const AT_ONCE = 200;

/** The scan that a run became, with the score of the one before it; undefined where it became none. */
async function publishedRun(db: TenantDb, tenant: Tenant, scanRunId: string | null): Promise<PublishedRun | undefined> {
  if (!scanRunId) return undefined;
  const [scan] = await db
    .select()
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, eq(scoreRuns.id, scanRunId)));
  if (!scan) return undefined;
  const earlier = sql`(${scoreRuns.completedAt}, ${scoreRuns.id}) < (${scan.completedAt.toISOString()}::timestamptz, ${scan.id}::uuid)`;
  const [before] = await db
    .select({ dynamicScore: scoreRuns.dynamicScore })
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, and(earlier, isNotNull(scoreRuns.dynamicScore))))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(1);
  return { scan, before: before?.dynamicScore ?? null };
}

/** Reads the answers again, with the names of today. */
async function readAgain(db: TenantDb, tenant: Tenant, runId: string, subject: Known['subject']): Promise<Row[]> {
  const known = { ...(await knownForReading(db, tenant, runId)), subject };
  const rows: Row[] = [];
  for (const row of await answersOf(db, tenant, runId)) {
    rows.push({ ...row, ...readAnswer({ text: row.answer ?? '', citations: row.citations }, known) });
    await yieldWhenDue();
  }
  return rows;
}

async function storeReadings(tx: TenantDb, { clientId }: Tenant, runId: string, rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows
      .slice(at, at + AT_ONCE)
      .map(({ number, mentioned, position, sentiment, competitors, facts, excerpt }) => ({
        number,
        mentioned,
        position,
        sentiment,
        competitors,
        facts,
        excerpt,
      }));
    await tx.execute(sql`
      update ${measurementAnswers} as answer set mentioned = again.mentioned, position = again.position,
        sentiment = again.sentiment, competitors = again.competitors, facts = again.facts, excerpt = again.excerpt
      from json_to_recordset(${JSON.stringify(part)}::json) as again (number int, mentioned boolean, position int,
        sentiment float8, competitors jsonb, facts jsonb, excerpt text)
      where answer.client_id = ${clientId}::uuid and answer.run_id = ${runId}::uuid and answer.number = again.number`);
  }
}

/**
 * Reads the answers of an ended run again, after names of the organization changed, and replaces its scan.
 *
 * @throws NOT_FOUND, INVALID_TRANSITION while it goes on
 */
export async function recountRun(db: TenantDb, tenant: Tenant, runId: string): Promise<void> {
  const [run] = await db
    .select()
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, and(eq(measurementRuns.id, runId))));
  if (!run) throw notFound();
  if (!run.finishedAt) throw new PortalError('INVALID_TRANSITION', 'This run has not ended yet.');
  const subject = await readSubject(db, tenant);
  const rows = await readAgain(db, tenant, runId, subject);
  const published = await publishedRun(db, tenant, run.scanRunId);
  const scan = published && rows.length > 0 ? await scanOf(db, tenant, run, rows, published) : undefined;
  await db.transaction(async (tx) => {
    await storeReadings(tx, tenant, runId, rows);
    await tx
      .update(measurementRuns)
      .set({ plan: { ...run.plan, subject } })
      .where(ownedBy(tenant, measurementRuns, eq(measurementRuns.id, runId)));
    if (!scan) return;
    await publishRun(tx, tenant, run, scan);
    await makeFactTasks(tx, tenant, scan.answers);
  });
}
