import type { SQL, Subquery } from 'drizzle-orm';
import type {
  AnyPgSelectQueryBuilder,
  PgColumn,
  PgDeleteBase,
  PgInsertBuilder,
  PgSelectBase,
  PgSelectJoin,
  PgTable,
  PgUpdateBuilder,
  SelectedFields,
} from 'drizzle-orm/pg-core';
import type { PostgresJsDatabase, PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { GetSelectTableName, GetSelectTableSelection } from 'drizzle-orm/query-builders/select.types';

type Drizzle = PostgresJsDatabase;
type Driver = PostgresJsQueryResultHKT;

declare const scope: unique symbol;

/** The rows of one client: each statement runs under row-level security. Made by `as(tenant)`. */
export interface TenantDb extends Omit<Drizzle, 'transaction'> {
  readonly [scope]: 'tenant';
  transaction: <T>(work: (tx: TenantDb) => Promise<T>) => Promise<T>;
}

/**
 * The rows of all clients, for maintenance jobs and for services that operators' routes use; never for requests of
 * clients. Made by `asMaintenance()`.
 */
export interface MaintenanceDb extends Omit<Drizzle, 'transaction'> {
  readonly [scope]: 'maintenance';
  transaction: <T>(work: (tx: MaintenanceDb) => Promise<T>) => Promise<T>;
}

/** The tables without a client: users, organizations, sessions. A tenant table does not compile here. */
export interface AccountDb extends Pick<Drizzle, '$with' | 'execute'> {
  readonly [scope]: 'accounts';
  $count: <Table extends PgTable>(table: AccountTable<Table>, filter?: SQL) => Promise<number>;
  select: SelectAccounts;
  selectDistinct: SelectAccounts;
  selectDistinctOn: <Fields extends SelectedFields>(on: PgColumn[], fields: Fields) => FromAccounts<Fields>;
  with: (...queries: Parameters<Drizzle['with']>) => { select: SelectAccounts };
  insert: <Table extends PgTable>(table: AccountTable<Table>) => PgInsertBuilder<Table, Driver>;
  update: <Table extends PgTable>(table: AccountTable<Table>) => PgUpdateBuilder<Table, Driver>;
  delete: <Table extends PgTable>(table: AccountTable<Table>) => PgDeleteBase<Table, Driver>;
  transaction: <T>(work: (tx: AccountDb) => Promise<T>) => Promise<T>;
}

/** The clients that somebody who runs the portal reaches: all, or those of the portfolios of this operator. */
export type Reach = 'all' | { operatorId: string };

/** Runs statements in any scope: for jobs and versions, which are written in the transaction of their cause. */
export type Executor = Pick<Drizzle, 'execute'>;

/** A table whose rows belong to clients. */
type TenantTable = PgTable & { clientId: PgColumn };

type Source = PgTable | Subquery | SQL;
type AccountTable<Table> = Table extends TenantTable ? 'A tenant table needs the handle of a tenant.' : Table;

interface SelectAccounts {
  (): FromAccounts<undefined>;
  <Fields extends SelectedFields>(fields: Fields): FromAccounts<Fields>;
}

interface FromAccounts<Fields extends SelectedFields | undefined> {
  from: <Table extends Source>(
    table: AccountTable<Table>,
  ) => JoiningAccounts<
    PgSelectBase<
      GetSelectTableName<Table>,
      Fields extends undefined ? GetSelectTableSelection<Table> : Fields & {},
      Fields extends undefined ? 'single' : 'partial'
    >
  >;
}

interface Joins {
  innerJoin: 'inner';
  leftJoin: 'left';
}

/** A query that accepts no tenant table in joins either. */
type JoiningAccounts<Query> = Omit<Query, `${string}Join${string}`> & {
  [Join in keyof Joins]: <Table extends Source>(
    table: AccountTable<Table>,
    on: SQL | undefined,
  ) => JoiningAccounts<PgSelectJoin<Extract<Query, AnyPgSelectQueryBuilder>, true, Joins[Join], Table>>;
};
