import { asc, ne } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { connections } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { KINDS, kindNamed } from './kinds/index.ts';

/** The connections that bring nothing any more, by kind: their tool, their name, and since when. */
export async function readBrokenConnections(db: TenantDb, tenant: Tenant) {
  const { kind, label, since, status } = connections;
  const rows = await db
    .select({ kind, label, since })
    .from(connections)
    .where(ownedBy(tenant, connections, ne(status, 'connected')))
    .orderBy(asc(kind))
    .limit(Object.keys(KINDS).length);
  return rows.map((row) => ({ tool: kindNamed(row.kind)?.tool ?? row.kind, label: row.label, since: row.since }));
}
