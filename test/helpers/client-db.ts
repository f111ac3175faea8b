import type { Database } from '../../db/database.ts';
import type { TenantDb } from '../../db/handles.ts';
import type { ClientId } from '../../db/tenant.ts';

/** The database handle of one client, as for its signed-in users. */
export const clientDb = ({ deps: { database } }: { deps: { database: Database } }, clientId: string): TenantDb =>
  database.as({ clientId: clientId as ClientId });
