import { sql } from 'drizzle-orm';
import { pgRole } from 'drizzle-orm/pg-core';

/** The database role for one client: it sees only rows of the client in `app.client_id`. */
export const tenantRole = pgRole('portal_tenant').existing();

/** The role of jobs across clients: sweeps and retention, never a request. */
export const maintenanceRole = pgRole('portal_maintenance').existing();

export const currentClient = sql.raw(`nullif(current_setting('app.client_id', true), '')::uuid`);
