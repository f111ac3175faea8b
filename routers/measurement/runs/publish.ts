import { desc, eq } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { type measurementAnswers, type measurementRuns, scoreRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { prepareScan, writeScan } from '../../ingest/public.ts';
import { latestPart } from '../../visibility/public.ts';
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

const NONE: Scores = { rawScore: null, dynamicScore: null, confidence: null, tiers: [], components: [] };

/** The scores that a pipeline sent last; none before it did. */
async function pipelineScores(db: TenantDb, tenant: Tenant): Promise<Scores> {
  const { rawScore, dynamicScore, confidence, tiers, components } = scoreRuns;
  const [scores] = await db
    .select({ rawScore, dynamicScore, confidence, tiers, components })
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, eq(scoreRuns.source, 'pipeline')))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(1);
  return scores ?? NONE;
}

/** The scores of a run whose measurement leaves them to a pipeline. */
async function keptScores(db: TenantDb, tenant: Tenant, published?: PublishedRun): Promise<Scores> {
  if (!published) return pipelineScores(db, tenant);
  return isOwnScore(published.scan) ? NONE : published.scan;
}

/**
 * A run as a scan, or as the one that it became. Its scores are the portal’s own where the measurement says so, else
 * those that a pipeline sent last, or none.
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
  const own = async () =>
    published
      ? ownScoreAgain(published.scan.components, published.before, search)
      : ownScore(await readOwnFigures(db, tenant), search);
  const scores = run.plan.scores === 'own' ? await own() : await keptScores(db, tenant, published);
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
