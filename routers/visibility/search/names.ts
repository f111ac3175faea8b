import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { eachPart } from '../../../db/row-parts.ts';
import { searchDaily } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { DayRange } from '../../values/days.ts';
import { sumByName } from '../../values/sum-by-name.ts';
import { addSums, type SearchSums, searchParts } from './sums.ts';

const { date, query, page, clicks, impressions, position } = searchDaily;

/** A query or page with its sums in a period and in the one before. */
export interface NameSums {
  name: string;
  now: SearchSums;
  before: SearchSums;
}

/** Names of which changes are known; of more, those with few clicks are left out. */
const NAMES = 10_000;

const part = searchParts(2_500);

const now = sql`filter (where ${date} >= ${sql.placeholder('since')}::date)`;
const before = sql`filter (where ${date} < ${sql.placeholder('since')}::date)`;
const sum = (value: SQL | PgColumn, filter: SQL) => sql<number>`coalesce(sum(${value}) ${filter}, 0)::float8`;
const weighted = sql`${position} * ${impressions}`;

// Rows of another kind count under no name, as they tell where the next part begins, too. With `paired`, rows that name
// both a query and a page count; without it those that name one of them.
const sumsOf = (column: PgColumn, other: PgColumn) =>
  tenantQuery((db) => {
    const name = sql<string | null>`case when (${other} is not null) = ${sql.placeholder('paired')}::boolean
      then ${column} end`;
    return db
      .with(part.rest(db))
      .select({
        next: part.next,
        name: name.as('name'),
        clicks: sum(clicks, now),
        impressions: sum(impressions, now),
        positions: sum(weighted, now),
        clicksBefore: sum(clicks, before),
        impressionsBefore: sum(impressions, before),
        positionsBefore: sum(weighted, before),
      })
      .from(searchDaily)
      .where(part.where)
      .groupBy(sql`name`);
  });

const STATEMENTS = { query: sumsOf(query, page), page: sumsOf(page, query) };

const byClicks = (one: NameSums, other: NameSums) =>
  other.now.clicks - one.now.clicks ||
  other.now.impressions - one.now.impressions ||
  other.before.clicks - one.before.clicks ||
  (one.name < other.name ? -1 : 1);

interface Asked {
  of: keyof typeof STATEMENTS;
  paired: boolean;
  /** Both periods. */
  range: DayRange;
  /** The first day of the later one. */
  since: string;
}

/** The queries or pages of two periods, most clicks in the later one first. */
export async function readSearchNames(db: TenantDb, { clientId }: Tenant, { of, paired, range, since }: Asked) {
  const statement = STATEMENTS[of](db);
  const sums = sumByName<NameSums>({
    nameOf: ({ name }) => name,
    add: (known, more) => {
      known.now = addSums(known.now, more.now);
      known.before = addSums(known.before, more.before);
    },
    order: byClicks,
  });
  for await (const rows of eachPart((begin) => statement.execute({ clientId, paired, since, ...range, ...begin })))
    await sums.add(
      rows.flatMap(({ name, clicks, impressions, positions, ...earlier }) =>
        name === null
          ? []
          : {
              name,
              now: { clicks, impressions, positions },
              before: {
                clicks: earlier.clicksBefore,
                impressions: earlier.impressionsBefore,
                positions: earlier.positionsBefore,
              },
            },
      ),
    );
  return sums.largest(NAMES);
}
