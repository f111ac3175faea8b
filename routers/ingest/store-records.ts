import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { validateRows } from './check-rows.ts';
import { storeRows } from './store-rows.ts';

type Step = (tx: TenantDb) => Promise<unknown>;

/**
 * Stores records that the portal has fetched itself, as pipelines send them, in one transaction with what `before` and
 * `after` do there. Invalid ones are rejected alone.
 */
export async function storeRecords(
  db: TenantDb,
  tenant: Tenant,
  records: unknown[],
  { before, after }: { before?: Step; after: (tx: TenantDb, accepted: number) => Promise<unknown> },
) {
  const { valid, rejected } = await validateRows(records);
  return db.transaction(async (tx) => {
    await before?.(tx);
    const stored = await storeRows(tx, tenant.clientId, valid);
    await after(tx, stored.accepted);
    await factsChanged(tx, tenant);
    return [...rejected, ...stored.rejected];
  });
}
