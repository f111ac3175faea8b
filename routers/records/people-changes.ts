import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { toCamelCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { organizations, peopleChanges } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import type { Bound } from './record-bound.ts';

/** Values by the names of the record's fields. */
type Fields = Record<string, unknown>;

/** Fields by the names of their columns: `due_date` is `dueDate`. */
const columnsOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [toCamelCase(field), value]));

type PeopleChange = Pick<
  typeof peopleChanges.$inferInsert,
  'userId' | 'action' | 'type' | 'externalId' | 'recordId' | 'fields'
>;

/**
 * Records a person's change for the pipelines, and invalidates cached results as `factsChanged` does: the last
 * statement of its transaction. The lock on the organization orders the changes of a client, so that none becomes
 * visible after a later one.
 */
export const recordPeopleChange = (tx: TenantDb, { clientId }: Tenant, change: PeopleChange) =>
  tx.execute(sql`
    with raised as (
      update ${organizations} set facts_version = facts_version + 1 where id = ${clientId} returning facts_version)
    insert into ${peopleChanges} (client_id, position, at, user_id, action, type, external_id, record_id, fields)
    select ${clientId}::uuid, facts_version, clock_timestamp(), ${change.userId}::uuid,
      ${change.action}::people_change_action, ${change.type}, ${change.externalId}, ${change.recordId}::uuid,
      ${JSON.stringify(change.fields)}::jsonb
    from raised`);

type EditableTable = PgTable & { clientId: PgColumn; id: PgColumn; externalId: PgColumn; peopleFields: PgColumn };

interface Subject<Table> {
  type: string;
  table: Table;
  id: string;
  /** The person who edits. */
  userId: string;
}

/**
 * Stores a record that a person makes: the fields given are theirs, the others may be set by ingestion. Its external id
 * is its id, by which a pipeline may send it too.
 *
 * @throws INVALID_TRANSITION when the client has as many as the bound
 */
export async function createRecord<Table extends EditableTable>(
  tx: TenantDb,
  tenant: Tenant,
  { type, table, userId, bound }: Omit<Subject<Table>, 'id'> & { bound: Bound },
  given: Fields,
  { fields: others = {}, columns = {} }: { fields?: Fields; columns?: Partial<Table['$inferSelect']> } = {},
): Promise<Table['$inferSelect']> {
  if ((await bound.room(tx, tenant.clientId)) === 0) throw new PortalError('INVALID_TRANSITION', bound.error);
  const id = randomUUIDv7();
  const fields = { ...others, ...given };
  const identity = { clientId: tenant.clientId, id, externalId: id, peopleFields: Object.keys(given).sort() };
  const [row] = await tx
    .insert(table as PgTable)
    .values({ ...columnsOf(fields), ...columns, ...identity })
    .returning();
  if (!row) throw new Error('The record was not stored.');
  await recordPeopleChange(tx, tenant, { userId, action: 'created', type, externalId: id, recordId: id, fields });
  return row as Table['$inferSelect'];
}

interface EditOptions<Row> {
  /** Other columns that change with these fields. */
  with?: (changed: Fields, row: Row) => Partial<Row>;
  /** Whether ingestion keeps the fields from now on. Default: true. */
  keeps?: boolean;
}

/**
 * Applies a person's edit to a record and records it for the pipelines. Equal values are no change, so that whoever
 * saves a whole form takes only the fields that they edited; an edit without a change writes nothing.
 *
 * @throws NOT_FOUND
 */
export async function editRecord<Table extends EditableTable>(
  tx: TenantDb,
  tenant: Tenant,
  { type, table, id, userId }: Subject<Table>,
  edit: Fields,
  options: EditOptions<Table['$inferSelect']> = {},
): Promise<{ row: Table['$inferSelect']; changed: Fields }> {
  type Row = Table['$inferSelect'] & { externalId: string; peopleFields: string[] } & Fields;
  const one = ownedBy(tenant, table, eq(table.id, id));
  // Ingestion locks rows before the organization too.
  const [row] = (await tx
    .select()
    .from(table as PgTable)
    .where(one)
    .for('no key update')) as Row[];
  if (!row) throw notFound();

  const changed = Object.fromEntries(
    Object.entries(edit).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(row[toCamelCase(field)], value),
    ),
  );
  const names = Object.keys(changed);
  if (names.length === 0) return { row, changed };

  const peopleFields =
    options.keeps === false ? row.peopleFields : [...new Set([...row.peopleFields, ...names])].sort();
  const columns = { ...columnsOf(changed), ...options.with?.(changed, row), peopleFields };
  const [saved] = (await tx
    .update(table as PgTable)
    .set(columns)
    .where(one)
    .returning()) as Row[];
  if (!saved) throw new Error('The record was not updated.');
  await recordPeopleChange(tx, tenant, {
    userId,
    action: 'updated',
    type,
    recordId: id,
    fields: changed,
    externalId: row.externalId,
  });
  return { row: saved, changed };
}
