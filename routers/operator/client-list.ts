import { and, arrayContains, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../db/handles.ts';
import { clientErasures, clientFacts, memberships, organizations } from '../../db/schema/index.ts';
import { nameOrder } from '../../db/schema/name-order.ts';
import type { Use } from '../../server/deps.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { readLimit } from '../../server/lists/read-limit.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { type ProspectMeasurement, prospectMeasurements } from '../measurement/public.ts';
import { containing } from '../values/containing.ts';
import { Data, paging } from '../values/shapes.ts';
import { shownStatus } from './client-record.ts';
import { clientWatch } from './client-watch.ts';
import { STEADY_FALL } from './clients-attention.ts';
import { ListedClient } from './listed-client.ts';
import { ClientStatus, ClientTag, operatorRoutes } from './shapes.ts';

const { id, name, vertical, status, prospectUntil, tags, lastActiveAt, createdAt } = organizations;
const {
  dynamicScore,
  change,
  lastScanAt,
  steadyFall,
  attention,
  openActionItems,
  subscriptionStatus,
  totalMrr,
  currency,
  month,
} = clientFacts;

const namePlace = nameOrder(name);
const NEVER = '1900-01-01T00:00:00.000Z';
// In the words of the indexes. Clients without a value come last.
const best = sql`coalesce(${dynamicScore}, -1)`;
const worst = sql`coalesce(${dynamicScore}, 101)`;
const lastActive = sql`coalesce(${lastActiveAt}, '1900-01-01T00:00:00Z')`;
const byScore = [clientFacts.orgId, KEY.id] as const;

interface SortFields {
  id: string;
  namePlace: string;
  dynamicScore: number | null;
  attention: number;
  lastActiveAt: Date | null;
}

const ORDERS = {
  name: {
    order: keyset('clients by name', 'asc', [namePlace, KEY.text], [id, KEY.id]),
    keyOf: (row: SortFields) => [row.namePlace, row.id],
  },
  '-score': {
    order: keyset('clients by falling score', 'desc', [best, KEY.number], byScore),
    keyOf: (row: SortFields) => [row.dynamicScore ?? -1, row.id],
  },
  score: {
    order: keyset('clients by score', 'asc', [worst, KEY.number], byScore),
    keyOf: (row: SortFields) => [row.dynamicScore ?? 101, row.id],
  },
  '-attention': {
    order: keyset('clients by what needs a look', 'desc', [attention, KEY.number], byScore),
    keyOf: (row: SortFields) => [row.attention, row.id],
  },
  '-lastActive': {
    order: keyset('clients by last activity', 'desc', [lastActive, KEY.moment], [id, KEY.id]),
    keyOf: (row: SortFields) => [row.lastActiveAt?.toISOString() ?? NEVER, row.id],
  },
} as const;

const Filter = z.object({
  ...paging(50, 200),
  search: z
    .string()
    .trim()
    .max(TEXT.name)
    .meta({ description: 'Part of the name; upper and lower case make no difference.', example: 'dental' })
    .optional(),
  status: ClientStatus.describe('Only clients of this status; without it all but prospects.').optional(),
  tag: ClientTag.meta({ description: 'Only clients with this tag.', maxLength: 40, example: 'dental' }).optional(),
  sort: z
    .enum(['name', '-score', 'score', '-attention', '-lastActive'])
    .default('name')
    .describe(
      'The order; clients without a score or activity come last. `-attention`: those first that need a look, by connections that bring nothing and falls of the score, of 5 points in one scan or 3 in three in a row; then those that nobody has used, without figures or with overdue tasks; suspended ones last. As of some minutes ago.',
    ),
});

const isProspect = and(eq(status, 'active'), isNotNull(prospectUntil));

/** Whether an organization is no prospect, or one that is being erased. */
export const isClient = or(isNull(prospectUntil), ne(status, 'active'));

/** Prospects are not among the clients: only a filter of their status finds them. */
const withStatus = (only: z.infer<typeof ClientStatus> | undefined) =>
  only === 'prospect' ? isProspect : and(only && eq(status, only), isClient);

const filterOf = ({ search, status: only, tag }: z.infer<typeof Filter>) => [
  ...(tag ? [arrayContains(tags, [tag])] : []),
  ...(search ? [containing(name, search)] : []),
  withStatus(only),
];

const valueIn = (thisMonth: string, value: typeof clientFacts.questionsInMonth | typeof clientFacts.tokensInMonth) =>
  sql<number>`case when ${month} = ${thisMonth}::date then ${value} else 0 end`.mapWith(Number);

const columnsIn = (thisMonth: string) => ({
  id,
  name,
  vertical,
  status,
  prospectUntil,
  tags,
  // Of the rows on the page only, and at most 500 each.
  members: sql<number>`(select count(*)::int from ${memberships} where ${memberships.orgId} = ${id})`,
  dynamicScore,
  change,
  steadyFall: sql<number | null>`case when ${steadyFall} >= ${STEADY_FALL} then ${steadyFall} end`,
  lastScanDate: lastScanAt,
  attention,
  openActionItems,
  subscriptionStatus,
  totalMRR: totalMrr,
  currency,
  questionsThisMonth: valueIn(thisMonth, clientFacts.questionsInMonth),
  tokensThisMonth: valueIn(thisMonth, clientFacts.tokensInMonth),
  lastActiveAt,
  createdAt,
  namePlace,
});

/** The erasure dates of the clients that are being erased. */
async function erasuresOf(db: AccountDb, clients: { id: string; status: string }[]) {
  const ids = clients.filter((client) => client.status === 'erasing').map((client) => client.id);
  if (ids.length === 0) return new Map<string, Date>();
  const { orgId, eraseAt } = clientErasures;
  const rows = await db.select({ orgId, eraseAt }).from(clientErasures).where(inArray(orgId, ids));
  return new Map(rows.map((row) => [row.orgId, row.eraseAt]));
}

/** The clients that a filter names, in its order, and at least one more than its limit where there are more. */
export async function readClients(db: AccountDb, filter: z.output<typeof Filter>, some?: SQL) {
  const rows = await db
    .select(columnsIn(`${new Date().toISOString().slice(0, 7)}-01`))
    .from(organizations)
    .innerJoin(clientFacts, eq(clientFacts.orgId, id))
    .where(and(ORDERS[filter.sort].order.after(filter.after), ...filterOf(filter), some))
    .orderBy(...ORDERS[filter.sort].order.orderBy)
    .limit(readLimit(filter.limit));
  const erasures = await erasuresOf(db, rows);
  return rows.map((row) => ({ ...row, status: shownStatus(row), eraseAt: erasures.get(row.id) ?? null }));
}

/** Adds to clients what is read of their rows. */
export async function withWatched<Row extends { id: string; status: string }>(use: Use, reach: Reach, page: Row[]) {
  const prospects = page.filter((client) => client.status === 'prospect');
  const [watched, progress] = await Promise.all([
    use(clientWatch).of(
      reach,
      page.map((client) => client.id),
    ),
    use(prospectMeasurements).progressOf(prospects.map((client) => client.id)),
  ]);
  const measurementOf = (id: string): ProspectMeasurement | null => progress.get(id) ?? null;
  return page.map((row) => ({ ...row, ...watched(row.id), measurement: measurementOf(row.id) }));
}

type Reading = Parameters<typeof endPage>[0] & { db: AccountDb; deps: Pick<HandlerDeps, 'use'>; reach: Reach };

/** A page of the clients that an operator reaches. The next page is asked for as this one was, by `asked`. */
export async function listClients(
  ctx: Reading,
  filter: z.output<typeof Filter>,
  some?: SQL,
  asked: { limit: number } = filter,
) {
  const { order, keyOf } = ORDERS[filter.sort];
  const rows = await readClients(ctx.db, filter, some);
  const page = endPage(ctx, asked, rows, (row) => order.cursorOf(keyOf(row)));
  return withWatched(ctx.deps.use, ctx.reach, page);
}

export const clientListProcedures = {
  list: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/clients', 'List clients', {
        description: 'The clients of the portal with their figures.',
        returns: 'The clients in the order of `sort`.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(ListedClient).describe('The clients in the order of `sort`.')))
    .query(async ({ ctx, input }) => ({ ok: true, data: await listClients(ctx, input) })),
};
