import { randomInt } from 'node:crypto';
import postgres from 'postgres';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { canMakeClusters, startCluster } from '../../test/helpers/start-cluster.ts';
import { freePort } from '../free-port.ts';
import { clientAt, fill, indexTable, KINDS, type Kind, MONTHS, makeTable } from '../partitions/tables.ts';
import { median } from '../rounds.ts';
import type { Section } from './section.ts';

const TIMEOUTS = { statement: 120_000, transaction: 120_000 };
const READS = 300;
const BATCHES = 20;
const BATCH = 1000;
const CLIENTS_AT_ONCE = 100;

const many = (count: number) => count.toLocaleString('en');

async function timed(work: () => Promise<unknown>) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function medianOf(times: number, work: () => Promise<unknown>) {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) taken.push(await timed(work));
  return median(taken);
}

/** Milliseconds of the portal's statements on the runs, in a plain table and in one partitioned by month. */
async function measure(sql: postgres.Sql, kind: Kind, clients: number, rows: number) {
  const table = sql(kind);
  const someone = () => clientAt(randomInt(clients));
  const newest = (client: string) => sql`
    select id, completed_at from ${table} where client_id = ${client} and completed_at is not null
    order by completed_at desc, id desc limit 20`;
  for (let warm = 0; warm < READS; warm++) await newest(someone());
  const page = await medianOf(READS, () => newest(someone()));

  const ids: { client_id: string; id: string }[] = [];
  while (ids.length < READS) {
    const client_id = someone();
    const [run] = await newest(client_id);
    if (run) ids.push({ client_id, id: run.id });
  }
  const byId = await medianOf(READS, async () => {
    const { client_id, id } = ids[randomInt(ids.length)] ?? {};
    await sql`select status from ${table} where client_id = ${client_id ?? ''} and id = ${id ?? ''}`;
  });

  const [size] = await sql`
    select round(sum(pg_total_relation_size(oid)) / 1024 ^ 2)::int as mib from pg_class
    where relkind = 'r' and (relname = ${kind} or relname ~ (${kind} || '_[0-9]+$'))`;
  let next = rows;
  const batch = await medianOf(BATCHES, () => {
    next += BATCH;
    return fill(sql, kind, { from: next - BATCH, to: next, rows, clients });
  });
  return { '': kind, MiB: size?.mib, 'newest page, ms': page, 'by id, ms': byId, [`${BATCH} rows, ms`]: batch };
}

/** Removes the oldest month: client by client, as the portal does it, or as a partition. */
async function retain(sql: postgres.Sql, kind: Kind, clients: number): Promise<Record<string, number>> {
  if (kind === 'by_month') {
    const dropping = await timed(async () => {
      await sql`alter table by_month detach partition by_month_0`;
      await sql`drop table by_month_0`;
    });
    return { 'A partition detached and dropped': dropping };
  }
  let deleted = 0;
  const deletion = await timed(async () => {
    for (let at = 0; at < clients; at += CLIENTS_AT_ONCE) {
      const some = Array.from({ length: Math.min(CLIENTS_AT_ONCE, clients - at) }, (_, n) => clientAt(at + n));
      const gone = await sql`
        delete from plain where client_id = any(${some}::uuid[]) and completed_at < ${MONTHS[1] ?? ''}::timestamptz`;
      deleted += gone.count;
    }
  });
  const vacuum = await timed(() => sql`vacuum plain`);
  return { [`Deletion of a month, ${many(deleted)} rows`]: deletion, 'Vacuum afterwards': vacuum };
}

/** The runs of 13 months in one table and in a partition for each month, on a server of this machine. */
export const partitions: Section = async (_place, _pace, quick, { rows: chosen }) => {
  if (!canMakeClusters) throw new Error('The section partitions needs the programs of a PostgreSQL server.');
  const rows = chosen ?? (quick ? 200_000 : 5_000_000);
  const clients = Math.max(100, Math.ceil(rows / 1000));
  const server = await startCluster({ port: await freePort() });
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    const database = await connect({ url: server.url, folder: '' }, TIMEOUTS);
    await migrate(database).finally(() => database.close());
    await sql`set maintenance_work_mem = '1GB'`;

    // One after the other, so that the disk holds one of them.
    const lines = [];
    let times = {};
    for (const kind of KINDS) {
      await makeTable(sql, kind);
      await fill(sql, kind, { from: 0, to: rows, rows, clients });
      await indexTable(sql, kind);
      lines.push(await measure(sql, kind, clients, rows));
      times = { ...times, ...(await retain(sql, kind, clients)) };
      await sql`drop table ${sql(kind)}`;
    }
    return {
      title: `${many(rows)} runs of ${many(clients)} clients in one table, and in a partition for each month`,
      figures: [],
      lines,
      times,
      targets: [],
    };
  } finally {
    await sql.end({ timeout: 1 });
    await server.remove();
  }
};
