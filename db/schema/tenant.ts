import { sql } from 'drizzle-orm';
import { pgPolicy, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { currentClient, isOwnClient, maintenanceRole, operatorRole, tenantRole } from './roles.ts';

/** The first column of every tenant table and of each of its keys. */
export const clientId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** The row-level security policy of a tenant table; db/migrate.ts forces it for owners too and grants privileges. */
export const tenantPolicies = () => [
  pgPolicy('one_client', {
    to: tenantRole,
    using: sql`client_id = ${currentClient}`,
    withCheck: sql`client_id = ${currentClient}`,
  }),
  pgPolicy('all_clients', { to: maintenanceRole, using: sql`true`, withCheck: sql`true` }),
  pgPolicy('own_clients', {
    to: operatorRole,
    using: isOwnClient('client_id'),
    withCheck: isOwnClient('client_id'),
  }),
];
