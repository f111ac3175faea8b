import { and, desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { scoreRuns } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { invalid } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { dayStart } from '../days.ts';
import { Data, Day, parsedOnce, Timestamp } from '../shapes.ts';
import { latestScan, SCORES } from './latest-scan.ts';
import { ScorePoint } from './shapes.ts';

const { get } = rest('Visibility');

const Tier = z.object({ key: z.string(), label: z.string(), score: z.number(), weight: z.number() });
const Component = Tier.extend({ tier: z.string() });

const Scores = z.object({
  runId: z.uuid().nullable(),
  asOf: Timestamp.nullable(),
  overall: z.object({
    rawScore: z.number().nullable(),
    dynamicScore: z.number().nullable(),
    confidence: z.number().nullable(),
    calculatedAt: Timestamp.nullable(),
  }),
  tiers: z.array(Tier),
  components: z.array(Component),
  lastScanDate: Timestamp.nullable(),
});

const History = z.object({
  from: Day.optional(),
  to: Day.optional(),
  limit: z.number().int().min(1).max(365).default(90),
});

export const scoreProcedures = {
  scores: tenantProcedure
    .meta(get('/visibility/scores', 'Scores of the latest completed scan'))
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
    .meta(get('/visibility/score-history', 'Scores of past scans, oldest first: the newest `limit` within the days'))
    .input(History)
    .output(Data(z.array(ScorePoint)))
    .query(async ({ ctx: { deps, db, tenant }, input: { from, to, limit } }) => {
      if (from && to && from > to) throw invalid('from', 'must not lie after to');

      const surface = `score-history:${from}:${to}:${limit}:${tenant.timezone}`;
      const data = await deps.cache([surface, tenant.clientId, tenant.scoresVersion], async () => {
        const { asOf, runId } = SCORES;
        const newestFirst = await db
          .select(SCORES)
          .from(scoreRuns)
          .where(
            ownedBy(
              tenant,
              scoreRuns,
              and(
                from ? sql`${asOf} >= ${dayStart(from, tenant.timezone)}` : undefined,
                to ? sql`${asOf} < ${dayStart(to, tenant.timezone, 1)}` : undefined,
              ),
            ),
          )
          .orderBy(desc(asOf), desc(runId))
          .limit(limit);
        return newestFirst.reverse();
      });
      return { ok: true, data };
    }),
};
