import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { dayStart } from '../../routers/values/days.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

/** A year and a month: every zone changes its clock as in any year. */
const SPAN = { from: '2026-01-01', days: 396 };

/** As the owner, whose statements may run for long: each query takes seconds. */
const rowsOf = async (query: SQL) => {
  const owner = portal.deps.database.asOwner();
  const rows = await owner.db.execute(query).finally(owner.close);
  return [...rows];
};

/** The days before, of and after every clock change, in every time zone that the database knows. */
const CHANGES = sql`
  with zones as materialized (
    select name as zone from pg_timezone_names
    where name in (select json_array_elements_text(${JSON.stringify(Intl.supportedValuesOf('timeZone'))}::json))
  ), noons as (
    select zone, noon, noon at time zone 'UTC' at time zone zone as clock
    from zones, lateral (select ${SPAN.from}::timestamp + interval '12 hours' + n * interval '1 day' as noon
      from generate_series(0, ${SPAN.days}::int) n) days
  ), shifts as (
    select zone, noon, clock - noon as shift, lag(clock - noon) over (partition by zone order by noon) as before from noons
  ), changes as materialized (
    select distinct zone, noon::date + near as day from shifts, generate_series(-2, 2) near where shift <> before
  )`;

describe('Day starts', () => {
  it('divide time without gaps at every clock change of every time zone', async () => {
    const [found] = await rowsOf(sql`${CHANGES}
      select count(*)::int as days, count(distinct zone)::int as zones from changes`);
    const wrong = await rowsOf(sql`${CHANGES}
      , days as materialized (
        select zone, day, ${dayStart(sql`day`, sql`zone`)} as start, ${dayStart(sql`day`, sql`zone`, 1)} as next,
          ${dayStart(sql`(day + 1)`, sql`zone`)} as start_of_next
        from changes
      )
      select zone, day::text, start::text, next::text, at::text
      from days, lateral (select day::timestamp at time zone 'UTC' + n * interval '30 minutes' as at
        from generate_series(-60, 108) n) hours
      where start >= next or next <> start_of_next or next - start not between interval '22 hours' and interval '26 hours'
        or (at >= start and at < next) <> ((at at time zone zone)::date = day)
      limit 5`);

    expect(wrong).toEqual([]);
    expect(found?.zones).toBeGreaterThan(100);
  });
});
