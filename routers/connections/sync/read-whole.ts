import { sql } from 'drizzle-orm';
import { connections } from '../../../db/schema/index.ts';
import { storeRecords } from '../../ingest/public.ts';
import { storeConnectedListing } from '../../visibility/public.ts';
import { removeMissing } from '../brought-rows.ts';
import type { SourcePart, SourceRecord } from '../kinds/kind.ts';
import type { Turn } from './read-days.ts';
import { holdLease, writeLeased } from './take-due.ts';

const dayOf = ({ data }: SourceRecord) => String(data.publishedAt).slice(0, 10);

/** Stores all that a tool has now, part by part; with the last one goes what the tool has no more. */
export async function readWhole({ db, tenant, connection, rejected }: Turn, parts: AsyncIterable<SourcePart>) {
  const seen: string[] = [];
  for await (const { records, isLast } of parts) {
    seen.push(...records.map(({ externalId }) => externalId));
    const days = records.map(dayOf).sort();
    let removed = 0;
    const refused = await storeRecords(db, tenant, records, {
      async before(tx) {
        await holdLease(tx, tenant, connection);
        if (isLast) removed = await removeMissing(tx, tenant, connection.kind, seen);
      },
      after: (tx, accepted) =>
        writeLeased(tx, tenant, connection, {
          rows: sql`greatest(0, ${connections.rows} + ${accepted - removed})` as never,
          firstDay: sql`least(${connections.firstDay}, ${days[0] ?? null}::date)` as never,
          lastDay: sql`greatest(${connections.lastDay}, ${days.at(-1) ?? null}::date)` as never,
        }),
    });
    if (refused.length > 0) rejected(refused.length);
  }
}

/** Reads what a directory says of the client, and stores it under the lease. */
export async function readListing({ db, tenant, connection, kind, access }: Turn) {
  const listing = await kind.readListing?.(access);
  if (!listing) return;
  await db.transaction(async (tx) => {
    await holdLease(tx, tenant, connection);
    await storeConnectedListing(tx, tenant, connection.kind, listing);
  });
}
