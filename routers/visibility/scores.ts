import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { scoreRuns } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { invalid } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { dataBytesOf, PAGED, pageOfRows, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { dayStart } from '../values/days.ts';
import { Data, isDefault, parsedOnce } from '../values/shapes.ts';
import { latestScan, SCORE_COLUMNS } from './latest-scan.ts';
import { HistoryFilter, ScanDate, ScoreRun } from './shapes.ts';

const { get } = rest('Visibility');

const Tier = z.object({
  key: z.string().meta({ description: 'Key.', example: 'foundation' }),
  label: z.string().meta({ description: 'Label.', example: 'Foundation' }),
  score: z.number().meta({ description: 'Score, 0–100.', example: 71.2 }),
  weight: z.number().meta({ description: 'Weight in the score above it.', example: 0.4 }),
});
const ScoreTier = Tier.meta({ id: 'ScoreTier', description: 'A part of the overall score.' });
const ScoreComponent = Tier.extend({
  tier: z.string().meta({ description: 'Key of its tier.', example: 'foundation' }),
  reason: z.string().optional().meta({
    description: 'Why it has this score, in a sentence; absent where a pipeline sent it.',
    example: '4.6 stars on average from 120 reviews in 12 months, 85% of them answered.',
  }),
}).meta({ id: 'ScoreComponent', description: 'A part of a tier.' });

const Scores = z
  .object({
    runId: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the score run.', example: '6f1c2a9e-5d0b-4c8a-9a57-1f0f6f2d7c31' }),
    asOf: ScanDate,
    overall: z
      .object({
        rawScore: z.number().nullable().meta({ description: 'Score before adjustments, 0–100.', example: 68.2 }),
        dynamicScore: z.number().nullable().meta({ description: 'Overall score, 0–100.', example: 71.4 }),
        confidence: z.number().nullable().meta({ description: 'Confidence in the scores, 0–1.', example: 0.86 }),
        calculatedAt: ScanDate,
      })
      .describe('The overall scores; null before the first scan.'),
    tiers: z.array(ScoreTier).max(50).describe('Scores of the tiers.'),
    components: z.array(ScoreComponent).max(200).describe('Scores of the components.'),
    lastScanDate: ScanDate,
  })
  .meta({ id: 'VisibilityScores', description: 'Scores of the latest completed scan.' });

const { asOf, runId } = SCORE_COLUMNS;
const order = keyset('scores', 'desc', [asOf, KEY.moment], [runId, KEY.id]);

export const visibilityScoreProcedures = {
  scores: tenantProcedure
    .meta(
      get('/visibility/scores', 'Get the latest visibility scores', {
        tool: {
          name: 'get_scores',
          hint: 'Says why the score is what it is: `components` have their score, weight and reason, and belong to a tier.',
        },
        versioned: true,
        description: 'Scores of the latest completed scan. Before the first, scores are null and lists empty.',
        returns: 'The overall scores, tiers and components.',
      }),
    )
    .output(parsedOnce(Data(Scores)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['scores', tenant.clientId, tenant.scoresVersion], async () => {
        const run = await latestScan(db, tenant);
        const asOf = run?.asOf ?? null;
        const { rawScore = null, dynamicScore = null, confidence = null } = run ?? {};
        const overall = { rawScore, dynamicScore, confidence, calculatedAt: asOf };
        const { runId = null, tiers = [], components = [] } = run ?? {};
        return { ok: true as const, data: { runId, asOf, overall, tiers, components, lastScanDate: asOf } };
      }),
    ),

  scoreHistory: tenantProcedure
    .meta(
      get('/visibility/score-history', 'List past visibility scores', {
        tool: { name: 'get_score_history', hint: 'For questions about how the score has developed.' },
        versioned: true,
        description:
          'Returns the latest `limit` scans between `from` and `to`, in the organization’s time zone. The next page has the scans before them.',
        returns: 'The scores of each scan, oldest first.',
        ...PAGED,
      }),
    )
    .input(HistoryFilter)
    .output(Data(z.array(ScoreRun).describe('Scans, oldest first.')))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { from, to, limit, after } = input;
      if (from && to && from > to) throw invalid('from', 'must not be after `to`');

      const { clientId, scoresVersion, timezone } = tenant;
      const most = dataBytesOf(ctx.request);
      const key = [
        'score-history',
        clientId,
        scoresVersion,
        JSON.stringify([from, to, after]),
        limit,
        timezone,
        most,
      ] as const;
      const older = order.after(after);
      const load = async () => {
        const newestFirst = await db
          .select(SCORE_COLUMNS)
          .from(scoreRuns)
          .where(
            ownedBy(
              tenant,
              scoreRuns,
              and(
                from ? sql`${asOf} >= ${dayStart(from, tenant.timezone)}` : undefined,
                to ? sql`${asOf} < ${dayStart(to, tenant.timezone, 1)}` : undefined,
                older,
              ),
            ),
          )
          .orderBy(...order.orderBy)
          .limit(limit + 1);
        const page = pageOfRows(
          newestFirst,
          limit,
          ({ asOf, runId }) => order.cursorOf([asOf.toISOString(), runId]),
          most,
        );
        return { ...page, rows: page.rows.reverse() };
      };
      const { rows, next } = await deps.cache(key, load, { keep: isDefault(HistoryFilter, input) });
      setNext(ctx, input, next);
      return { ok: true, data: rows };
    }),
};
