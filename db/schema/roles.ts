import { sql } from 'drizzle-orm';
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core';

/** The database role for one client: it sees only rows of the client in `app.client_id`. */
export const tenantRole = pgRole('portal_tenant').existing();

/** The role of jobs across clients: sweeps and retention, never a request. */
export const maintenanceRole = pgRole('portal_maintenance').existing();

/** The role for an operator with portfolios: it sees only rows of the clients of the operator in `app.operator_id`. */
export const operatorRole = pgRole('portal_operator').existing();

export const currentClient = sql.raw(`nullif(current_setting('app.client_id', true), '')::uuid`);

export const currentOperator = sql.raw(`nullif(current_setting('app.operator_id', true), '')::uuid`);

const OWN_CLIENTS = sql`select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = ${currentOperator}`;

/** The ids of the clients in the portfolios of the operator. PostgreSQL reads them once for each statement. */
export const ownClients = sql`array(${OWN_CLIENTS})`;

/**
 * Whether a column is one of these clients. PostgreSQL looks each row up in a hash table; an array it would go through,
 * which takes seconds where a portfolio has thousands of clients.
 */
export const isOwnClient = (column: 'id' | 'org_id' | 'client_id') => sql`${sql.raw(column)} in (${OWN_CLIENTS})`;

/** The policy of an account table for operators with portfolios. */
export const ofOwnClients = (column: 'id' | 'org_id') =>
  pgPolicy('own_clients', { to: operatorRole, using: isOwnClient(column), withCheck: isOwnClient(column) });
