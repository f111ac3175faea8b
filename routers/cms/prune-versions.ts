import { eq, gt, type SQL, sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { pageStorage, pages, pageVersions } from '../../db/schema/index.ts';
import { MIB } from '../../flow/byte-units.ts';

/** The newest versions of each page, which stay. */
const NEWEST = 20;

/** Of one statement, so that it ends soon. */
const BATCH = { rows: 1000, bytes: 16 * MIB };

interface Marks {
  /** Bytes of a client from which on its versions are pruned, and those at which that ends. */
  from: number;
  to: number;
}

/**
 * Deletes a batch of versions of a client: first those that a later one of their day replaced, then the oldest. The
 * first version of a page, its newest, and all that were published stay. The version after a gap tells what changed in
 * it.
 */
const pruning = (client: SQL, excess: number) => sql`
  with candidates as (
    select v.page_id, v.version, v.created_at, page_version_bytes(v.content) as bytes,
      coalesce((lead(v.created_at) over (partition by v.page_id order by v.version))::date > v.created_at::date, true) as is_last_of_day
    from ${pageVersions} v join ${pages} p on p.client_id = v.client_id and p.id = v.page_id
    where v.client_id = ${client} and v.version > 1 and v.version <= p.version - ${NEWEST} and v.status <> 'published'),
  ordered as (
    select *, sum(bytes) over (order by is_last_of_day, created_at, page_id, version) - bytes as freed_before from candidates),
  chosen as (
    select page_id, version from ordered
    where freed_before < ${Math.min(excess, BATCH.bytes)} order by freed_before limit ${BATCH.rows}),
  pruned as (
    delete from ${pageVersions} v using chosen
    where v.client_id = ${client} and v.page_id = chosen.page_id and v.version = chosen.version
    returning v.page_id, v.version, v.changed),
  counted as (
    update ${pages} p set pruned = p.pruned + gone.versions
    from (select page_id, count(*)::int as versions from pruned group by page_id) as gone
    where p.client_id = ${client} and p.id = gone.page_id returning 1),
  heirs as (
    select page_id, heir, array_agg(distinct field order by field) as changed
    from (
      select pruned.page_id, unnest(pruned.changed) as field, (
        select min(n.version) from ${pageVersions} n
        where n.client_id = ${client} and n.page_id = pruned.page_id and n.version > pruned.version
          and not exists (select from chosen where chosen.page_id = n.page_id and chosen.version = n.version)) as heir
      from pruned) as told
    group by page_id, heir),
  handed_on as (
    update ${pageVersions} v set changed = array(select distinct unnest(v.changed || heirs.changed) order by 1)
    from heirs where v.client_id = ${client} and v.page_id = heirs.page_id and v.version = heirs.heir returning 1)
  select count(*)::int as pruned from pruned`;

// The storage of a client when no version could be deleted: checked again when it has grown.
const stuck = new Map<string, number>();
const WORTH_ANOTHER_LOOK = 33 / 32;

/** Prunes the versions of clients whose pages and versions take nearly all that they may. */
export async function pruneVersions(db: MaintenanceDb, { from, to }: Marks) {
  const full = await db
    .select({ client: pageStorage.clientId, bytes: pageStorage.bytes })
    .from(pageStorage)
    .where(gt(pageStorage.bytes, from));
  const names = new Set<string>(full.map(({ client }) => client));
  for (const client of stuck.keys()) if (!names.has(client)) stuck.delete(client);

  for (const { client, bytes } of full) {
    if (bytes < (stuck.get(client) ?? 0) * WORTH_ANOTHER_LOOK) continue;
    let left = bytes;
    let pruned = 1;
    while (left > to && pruned > 0) {
      [{ pruned } = { pruned: 0 }] = await db.execute<{ pruned: number }>(pruning(sql`${client}::uuid`, left - to));
      const [kept] = await db.select().from(pageStorage).where(eq(pageStorage.clientId, client));
      left = kept?.bytes ?? 0;
    }
    if (left > to) stuck.set(client, left);
    else stuck.delete(client);
  }
}
