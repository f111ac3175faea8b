import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { invalid } from '../../../server/errors.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { dataBytesOf, PAGED, pageOfRows, setNext } from '../../../server/lists/page.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { dayStart } from '../../values/days.ts';
import { Data, isDefault, Timestamp, Uuid } from '../../values/shapes.ts';
import { isSignificant, mentionRate } from '../figures/evidence.ts';
import { HistoryFilter } from '../shapes.ts';
import { MENTION_RATE, MentionChange } from './shapes.ts';

const { get } = rest('Visibility');

const EvidencePoint = z
  .object({
    runId: Uuid.describe('Id of the score run.'),
    asOf: Timestamp.describe('Completion of the scan.'),
    ...MENTION_RATE,
    aeo_visibility_score: z
      .number()
      .meta({ description: 'Overall visibility in AI search, 0–100, as scanned.', example: 47.3 }),
    change: MentionChange,
    significant: z.boolean().describe('Whether the rate has clearly moved: the verdict of `change` is `moved`.'),
  })
  .meta({ id: 'AeoHistoryPoint', description: 'The mentions in the answers of one scan.' });

const { runId, completedAt: asOf, answers, mentions, low, high, change, visibilityScore } = aeoEvidence;
const order = keyset('aeo-history', 'desc', [asOf, KEY.moment], [runId, KEY.id]);

export const aeoHistoryProcedures = {
  history: tenantProcedure
    .meta(
      get('/visibility/aeo/history', 'List past mention rates in AI search', {
        tool: {
          name: 'get_ai_search_history',
          hint: 'Says whether AI search has changed: call it a change only where `change.verdict` is `moved`; `low` and `high` are the ends of the 95% interval.',
        },
        versioned: true,
        description:
          'Returns the latest `limit` scans with answers between `from` and `to`, in the organization’s time zone, with the 95% interval of the mention rate over questions of this kind, and the change since the scan before. The next page has the scans before them.',
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
      const most = dataBytesOf(ctx.request);
      const key = [
        'aeo-history',
        clientId,
        scoresVersion,
        JSON.stringify([from, to, after]),
        limit,
        timezone,
        most,
      ] as const;
      const older = order.after(after);
      const load = async () => {
        const since = from ? sql`${asOf} >= ${dayStart(from, timezone)}` : undefined;
        const until = to ? sql`${asOf} < ${dayStart(to, timezone, 1)}` : undefined;
        const newestFirst = await db
          .select({ runId, asOf, answers, mentions, low, high, change, aeo_visibility_score: visibilityScore })
          .from(aeoEvidence)
          .where(ownedBy(tenant, aeoEvidence, since, until, older))
          .orderBy(...order.orderBy)
          .limit(limit + 1);
        const points = newestFirst.map((run) => ({
          ...run,
          ...mentionRate(run),
          significant: isSignificant(run.change),
        }));
        const page = pageOfRows(
          points,
          limit,
          (point) => order.cursorOf([point.asOf.toISOString(), point.runId]),
          most,
        );
        return { ...page, rows: page.rows.reverse() };
      };
      const { rows, next } = await deps.cache(key, load, { keep: isDefault(HistoryFilter, input) });
      setNext(ctx, input, next);
      return { ok: true, data: rows };
    }),
};
