import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { invalid } from '../../../server/errors.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { PAGED, pageOfRows, setNext } from '../../../server/lists/page.ts';
import { tenantProcedure } from '../../../server/trpc/ladder.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { dayStart } from '../../days.ts';
import { Data, isDefault, Timestamp, Uuid } from '../../shapes.ts';
import { isSignificant, mentionRate } from '../figures/evidence.ts';
import { HistoryFilter } from '../shapes.ts';
import { MENTION_RATE } from './shapes.ts';

const { get } = rest('Visibility');

const EvidencePoint = z
  .object({
    runId: Uuid.describe('Id of the score run.'),
    asOf: Timestamp.describe('Completion of the scan.'),
    ...MENTION_RATE,
    aeo_visibility_score: z
      .number()
      .meta({ description: 'Overall visibility in AI search, 0–100, as scanned.', example: 47.3 }),
    significant: z
      .boolean()
      .describe('Whether the rate differs from the run before: the intervals do not overlap. False for the first.'),
  })
  .meta({ id: 'AeoHistoryPoint', description: 'The mentions in the answers of one scan.' });

const { runId, completedAt: asOf, answers, mentions, visibilityScore } = aeoEvidence;
const order = keyset('aeo-history', 'desc', [asOf, KEY.moment], [runId, KEY.id]);

export const aeoHistoryProcedures = {
  history: tenantProcedure
    .meta(
      get('/visibility/aeo/history', 'List past mention rates in AI search', {
        versioned: true,
        description:
          'Returns the latest `limit` scans with answers between `from` and `to`, in the organization’s time zone, with Wilson’s 95% interval of the mention rate. The next page has the scans before them.',
        returns: 'The mention rate of each scan with answers, oldest first.',
        ...PAGED,
      }),
    )
    .input(HistoryFilter)
    .output(Data(z.array(EvidencePoint).describe('Scans with answers, oldest first.')))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { from, to, limit, after } = input;
      if (from && to && from > to) throw invalid('from', 'must not be after `to`');

      const { clientId, scoresVersion, timezone } = tenant;
      const key = ['aeo-history', clientId, scoresVersion, `${from}:${to}:${after}`, limit, timezone] as const;
      const older = order.after(after);
      const load = async () => {
        // The run before `from` is read as well: the first of the period is compared with it.
        const isWithin = from ? sql<boolean>`${asOf} >= ${dayStart(from, timezone)}` : sql<boolean>`true`;
        const until = to ? sql`${asOf} < ${dayStart(to, timezone, 1)}` : undefined;
        const newestFirst = await db
          .select({ runId, asOf, answers, mentions, aeo_visibility_score: visibilityScore, isWithin })
          .from(aeoEvidence)
          .where(ownedBy(tenant, aeoEvidence, until, older))
          .orderBy(...order.orderBy)
          .limit(limit + 1);
        const points = newestFirst.map((run, index) => ({
          ...run,
          ...mentionRate(run),
          significant: isSignificant(run, newestFirst[index + 1]),
        }));
        const within = points.filter((point) => point.isWithin);
        const page = pageOfRows(within, limit, (point) => order.cursorOf([point.asOf.toISOString(), point.runId]));
        return { ...page, rows: page.rows.reverse() };
      };
      const { rows, next } = await deps.cache(key, load, { keep: isDefault(HistoryFilter, input) });
      setNext(ctx, input, next);
      return { ok: true, data: rows };
    }),
};
