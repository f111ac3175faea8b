import type { Database } from '../../db/database.ts';
import type { TenantDb } from '../../db/handles.ts';
import type { ClientId } from '../../db/tenant.ts';

/** The rows of one client, as the portal sees them for somebody signed in there. */
export const clientDb = ({ deps: { database } }: { deps: { database: Database } }, clientId: string): TenantDb =>
  database.as({ clientId: clientId as ClientId });
