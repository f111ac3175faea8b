import { sql } from 'drizzle-orm';
import { pgRole } from 'drizzle-orm/pg-core';

/** The database role that serves one client: it sees the rows of the client named in `app.client_id` and no other. */
export const tenantRole = pgRole('portal_tenant').existing();

/** The role of jobs that tidy up across clients: sweeps and retention, never a request. */
export const maintenanceRole = pgRole('portal_maintenance').existing();

export const currentClient = sql.raw(`nullif(current_setting('app.client_id', true), '')::uuid`);
