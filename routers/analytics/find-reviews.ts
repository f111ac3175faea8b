import { getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { reviews } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { literalLimit } from '../../internals/drizzle-limit.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { type ListPage, pageOfRows } from '../../server/lists/page.ts';
import { containing } from '../values/containing.ts';
import { ASKED_TIMES } from './review-sums.ts';

const { publishedAt, id, rating, text, answer, authorName } = reviews;
const newest = keyset('reviews', 'desc', [publishedAt, KEY.moment], [id, KEY.id]);
const worst = keyset(
  'reviews by rating',
  'desc',
  [sql`(-${rating})`, KEY.number],
  [publishedAt, KEY.moment],
  [id, KEY.id],
);

// After every review, and so before the first of the list.
const LAST = ['9999-12-31T23:59:59.999Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

// Texts are long, and no index knows their words: a call looks through so many, and the next page goes on behind them.
const SEARCHED = 10_000;

const wanted = (name: string, type: string, holds: SQL) =>
  sql`(${sql.placeholder(name)}::${sql.raw(type)} is null or ${holds})`;

type Order = Pick<typeof newest, 'afterKey' | 'orderBy'>;

const asked = (order: Order) =>
  sql`${reviews.clientId} = ${sql.placeholder('clientId')} and ${publishedAt} >= ${ASKED_TIMES.from}
    and ${publishedAt} < ${ASKED_TIMES.until} and ${order.afterKey}
    and ${wanted('responded', 'boolean', sql`${reviews.responded} = ${sql.placeholder('responded')}::boolean`)}
    and ${wanted('stars', 'int', sql`${rating} < ${sql.placeholder('stars')}::int + 0.5`)}`;

// The ids come from the index alone where nothing else is asked for: a page far down reads only its own reviews. As an
// array they are found once; a join may find them anew for each review, where the statistics are old.
const pageIn = (order: Order) =>
  tenantQuery((db) => {
    const ids = db
      .select({ id })
      .from(reviews)
      .where(asked(order))
      .orderBy(...order.orderBy)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
    return db
      .select()
      .from(reviews)
      .where(sql`${reviews.clientId} = ${sql.placeholder('clientId')} and ${id} = any(array${ids})`)
      .orderBy(...order.orderBy);
  });

// Named as the table, whose columns stand for its own.
const searchIn = (order: Order) =>
  tenantQuery((db) =>
    db
      .select(getTableColumns(reviews))
      .from(
        db
          .select(getTableColumns(reviews))
          .from(reviews)
          .where(asked(order))
          .orderBy(...order.orderBy)
          .limit(literalLimit(SEARCHED))
          .as('reviews'),
      )
      .where(or(...[text, answer, authorName].map((column) => containing(column, sql.placeholder('search')))))
      .orderBy(...order.orderBy)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  );

/** The last review that a search has looked through, and the next one. */
const searchedIn = (order: Order) =>
  tenantQuery((db) =>
    db
      .select({ publishedAt, id, rating })
      .from(reviews)
      .where(asked(order))
      .orderBy(...order.orderBy)
      .limit(literalLimit(2))
      .offset(literalLimit(SEARCHED - 1)),
  );

type Row = typeof reviews.$inferSelect;
type Key = Pick<Row, 'publishedAt' | 'id' | 'rating'>;

const ORDERS = {
  '-published': {
    read: pageIn(newest),
    search: searchIn(newest),
    searched: searchedIn(newest),
    from: (after?: string) => newest.from(after, LAST),
    cursorOf: (row: Key) => newest.cursorOf([row.publishedAt.toISOString(), row.id]),
  },
  rating: {
    read: pageIn(worst),
    search: searchIn(worst),
    searched: searchedIn(worst),
    from: (after?: string) => worst.from(after, [0, ...LAST]),
    cursorOf: (row: Key) => worst.cursorOf([-row.rating, row.publishedAt.toISOString(), row.id]),
  },
};

interface Wanted {
  from: string | null;
  to: string | null;
  responded?: boolean | undefined;
  stars?: number | undefined;
  search?: string | undefined;
  sort: keyof typeof ORDERS;
  after?: string | undefined;
  limit: number;
  offset: number;
}

/** A page of the wanted reviews, of at most so many bytes. @throws INVALID_CURSOR */
export async function findReviews(
  db: TenantDb,
  { clientId, timezone }: Tenant,
  { sort, search, after, limit, offset, from, to, responded, stars }: Wanted,
  most: number,
): Promise<ListPage<Row>> {
  const order = ORDERS[sort];
  const asks = { responded: responded ?? null, stars: stars ?? null };
  const filter = { clientId, timezone, from, to, ...asks, ...order.from(after) };
  const part = { limit: limit + 1, offset };
  if (!search) return pageOfRows(await order.read(db).execute({ ...filter, ...part }), limit, order.cursorOf, most);

  const page = pageOfRows(await order.search(db).execute({ ...filter, ...part, search }), limit, order.cursorOf, most);
  if (page.next) return page;
  const [last, further] = await order.searched(db).execute(filter);
  return { ...page, next: last && further ? order.cursorOf(last) : undefined };
}
