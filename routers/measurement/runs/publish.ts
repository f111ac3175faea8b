import type { TenantDb } from '../../../db/handles.ts';
import type { measurementAnswers, measurementRuns, scoreRuns } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { prepareScan, writeScan } from '../../ingest/public.ts';
import { latestPart, latestScan } from '../../visibility/public.ts';
import { ownScore, ownScoreAgain } from '../score/own-score.ts';
import { readOwnFigures } from '../score/read-figures.ts';
import { searchPart } from './aeo-scores.ts';

type Run = typeof measurementRuns.$inferSelect;
type Row = typeof measurementAnswers.$inferSelect;

/** Answers of a run as a scan has them. */
const toAnswers = (rows: readonly Row[]) =>
  rows.map(
    ({ engine, model, prompt, askedAt, mentioned, position, sentiment, citations, competitors, facts, excerpt }) => ({
      engine,
      model,
      prompt,
      askedAt: (askedAt ?? new Date()).toISOString(),
      mentioned: mentioned === true,
      position,
      sentiment,
      citations,
      competitors,
      facts,
      excerpt,
    }),
  );

/** What stays as in the latest scans that have it. */
async function keptParts(db: TenantDb, tenant: Tenant) {
  return {
    competitors: await latestPart(db, tenant, 'competitors'),
    competitorSuggestions: await latestPart(db, tenant, 'competitorSuggestions'),
    listings: await latestPart(db, tenant, 'listings'),
    recommendations: await latestPart(db, tenant, 'recommendations'),
    actionPlan: await latestPart(db, tenant, 'actionPlan'),
  };
}

/** The scan that a run became, and the score of the one before it. */
export interface PublishedRun {
  scan: typeof scoreRuns.$inferSelect;
  before: number | null;
}

type Scores = Pick<typeof scoreRuns.$inferSelect, 'rawScore' | 'dynamicScore' | 'confidence' | 'tiers' | 'components'>;

/** Components of the portal’s own scores have a reason. */
const isOwnScore = ({ components }: Pick<Scores, 'components'>) =>
  components.some(({ reason }) => reason !== undefined);

/** The scores that a run keeps of what a pipeline sent; undefined where the portal computes its own. */
async function keptScores(
  db: TenantDb,
  tenant: Tenant,
  { plan }: Run,
  published?: PublishedRun,
): Promise<Scores | undefined> {
  if (plan.scores === 'own') return undefined;
  const scores = published?.scan ?? (await latestScan(db, tenant));
  return scores && !isOwnScore(scores) ? scores : undefined;
}

/**
 * A run as a scan, or as the one that it became. Its scores are the portal’s own where the measurement says so, or
 * where no pipeline has sent any; else the latest ones stay.
 */
export async function scanOf(
  db: TenantDb,
  tenant: Tenant,
  run: Run,
  rows: readonly Row[],
  published?: PublishedRun,
): Promise<{ answers: ReturnType<typeof toAnswers>; prepared: Awaited<ReturnType<typeof prepareScan>> }> {
  const answers = toAnswers(rows);
  const { grade, part } = searchPart(answers, run.plan);
  const search = { score: part.aeo_visibility_score, grade };
  const scores =
    (await keptScores(db, tenant, run, published)) ??
    (published
      ? ownScoreAgain(published.scan.components, published.before, search)
      : ownScore(await readOwnFigures(db, tenant), search));
  if (!scores) throw new Error('A run with answers has a score.');
  const { rawScore, dynamicScore, confidence, tiers, components } = scores;
  const completedAt = published?.scan.completedAt ?? new Date();
  const scored = { rawScore, dynamicScore, confidence, tiers, components, completedAt };
  const kept = published ? published.scan.parts : await keptParts(db, tenant);
  return { answers, prepared: await prepareScan(scored, { ...kept, aeo: { ...part, answers } }, 'own') };
}

/** Stores a run as a scan, in the transaction that ends the run. Returns the id of the scan. */
export const publishRun = async (
  tx: TenantDb,
  tenant: Tenant,
  run: Run,
  { prepared }: Awaited<ReturnType<typeof scanOf>>,
): Promise<string> => (await writeScan(tx, tenant, `measurement:${run.id}`, prepared)).id;
