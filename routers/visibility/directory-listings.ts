import { eq, lt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { directoryListings } from '../../db/schema/index.ts';
import type { Listing } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { scoresChanged } from '../../server/cache/versions.ts';
import { dayStart } from '../values/days.ts';

/**
 * The listings of a scan, with what connections read themselves in place of what it found in the same directory. With
 * `until` only what has been so since that day of the client's or longer.
 */
export async function withConnectedListings(
  db: TenantDb,
  tenant: Tenant,
  listings: Listing[] | null | undefined,
  until?: string,
): Promise<Listing[] | undefined> {
  const rows = await db
    .select({ directory: directoryListings.directory, listing: directoryListings.listing })
    .from(directoryListings)
    .where(
      ownedBy(
        tenant,
        directoryListings,
        until ? lt(directoryListings.updatedAt, dayStart(until, tenant.timezone, 1)) : undefined,
      ),
    )
    .orderBy(directoryListings.directory);
  if (rows.length === 0) return listings ?? undefined;
  const read = new Set(rows.map(({ directory }) => directory));
  const found = (listings ?? []).filter(({ directory }) => !read.has(directory.trim().toLowerCase()));
  return [...rows.map(({ listing }) => listing), ...found];
}

/** Stores what a connection reads in a directory. The figures of listings follow where something has changed. */
export async function storeConnectedListing(tx: TenantDb, tenant: Tenant, broughtBy: string, listing: Listing) {
  const { checkedAt, ...said } = listing;
  const directory = listing.directory.toLowerCase();
  const isSame = sql`${directoryListings.listing} - 'checkedAt' = ${JSON.stringify(said)}::jsonb`;
  const changed = await tx
    .insert(directoryListings)
    .values({ clientId: tenant.clientId, directory, broughtBy, listing })
    .onConflictDoUpdate({
      target: [directoryListings.clientId, directoryListings.directory],
      set: { listing, broughtBy, updatedAt: sql`now()` },
      setWhere: sql`not ${isSame}`,
    })
    .returning({ directory: directoryListings.directory });
  if (changed.length > 0) await scoresChanged(tx, tenant);
}

/** Deletes what the connection of a kind has read. */
export const deleteConnectedListings = (db: TenantDb, tenant: Tenant, broughtBy: string) =>
  db.transaction(async (tx) => {
    const one = ownedBy(tenant, directoryListings, eq(directoryListings.broughtBy, broughtBy));
    const gone = await tx.delete(directoryListings).where(one).returning({ directory: directoryListings.directory });
    if (gone.length > 0) await scoresChanged(tx, tenant);
  });
