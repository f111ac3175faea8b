import type postgres from 'postgres';

/** One table, and one with a partition for each month. */
export const KINDS = ['plain', 'by_month'] as const;
export type Kind = (typeof KINDS)[number];

/** The first days of 13 months, and of the one after them. */
export const MONTHS = Array.from({ length: 14 }, (_, month) => new Date(Date.UTC(2025, month)).toISOString());

/** Rows of one statement: it reports progress, and can be cancelled. */
const AT_ONCE = 100_000;

/** The id of the client with a number. */
export const clientAt = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Makes one from the columns of insight_runs, without indexes, so that it is filled at the speed of the disk. */
export async function makeTable(sql: postgres.Sql, kind: Kind) {
  if (kind === 'plain') {
    await sql`create table plain (like insight_runs including defaults)`;
    return;
  }
  await sql`create table by_month (like insight_runs including defaults) partition by range (started_at)`;
  for (const [month, from] of MONTHS.entries()) {
    const to = MONTHS[month + 1];
    const bounds = to ? `from ('${from}') to ('${to}')` : `from ('${from}') to (maxvalue)`;
    await sql.unsafe(`create table by_month_${month} partition of by_month for values ${bounds}`);
  }
}

/**
 * Gives a filled one the indexes of insight_runs. The primary key of a partitioned table must hold the moment that
 * decides on the partition.
 */
export async function indexTable(sql: postgres.Sql, kind: Kind) {
  const key = kind === 'plain' ? 'client_id, id' : 'client_id, id, started_at';
  await sql.unsafe(`alter table ${kind} add primary key (${key})`);
  await sql`create index on ${sql(kind)} (client_id, completed_at, id) where completed_at is not null`;
  await sql`vacuum (analyze) ${sql(kind)}`;
}

/** Which rows of how many, evenly over the months and the clients, in the order of time. */
interface Share {
  from: number;
  to: number;
  rows: number;
  clients: number;
}

/** Above this many, answers are short: a hundred million rows then fit on a disk of 50 GB. */
const MOST_LONG_ROWS = 10_000_000;

/** Stores finished runs with answers of 400 bytes, or of 32; their ids begin with the time, as those of the portal. */
export async function fill(sql: postgres.Sql, kind: Kind, { from, to, rows, clients }: Share) {
  const [start = '', end = ''] = [MONTHS[0], MONTHS[13]];
  const length = rows > MOST_LONG_ROWS ? 1 : 12;
  for (let at = from; at < to; at += AT_ONCE)
    await sql`
      insert into ${sql(kind)}
        (client_id, id, user_id, run_type, input_params, status, result_data, worker, started_at, completed_at)
      select client, (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || left(noise, 3)
          || '8' || substr(noise, 4, 15))::uuid,
        client, 'nlq', '{"question": "How many visitors?"}', 'succeeded',
        jsonb_build_object('answer', repeat(noise, ${length}::int)), 1, moment, moment + interval '3 seconds'
      from generate_series(${at}::bigint, ${Math.min(at + AT_ONCE, to) - 1}::bigint) as n,
      lateral (select md5(n::text) as noise,
        ('00000000-0000-4000-8000-' || lpad(to_hex(n * 7919 % ${clients}::int), 12, '0'))::uuid as client,
        ${start}::timestamptz + n::float8 / ${rows}::float8 * (${end}::timestamptz - ${start}::timestamptz) as moment) as one`;
}
