import { randomUUIDv7 } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ExternalId } from '../values/fields.ts';
import type { Bound, DayBound } from './record-bound.ts';
import { type RecordEvents, writtenRows } from './record-events.ts';

export interface Row {
  externalId: string;
  data: Record<string, unknown>;
}

export interface RecordType {
  data: z.ZodObject;
  /** A record without its type. */
  shape: z.ZodType<Row>;
  /**
   * A statement that upserts rows of one client with distinct ids and returns one row, `{ accepted, updated, written
   * }`.
   */
  upsert: (clientId: string, rows: readonly Row[]) => SQL;
  /** The field with the id of something else that the client must have. */
  reference?: Reference;
  /** How many of them a client has at most. */
  bound?: Bound;
  /** How many of them a client has at most of one day. */
  perDay?: DayBound;
  /** The events that webhooks receive. */
  events?: RecordEvents;
  /** A statement that follows an upsert, for what is stored elsewhere of these rows. */
  afterwards?: (clientId: string, rows: readonly Row[]) => SQL;
  /**
   * Whether people may change the records: the table has the column `people_fields`, and an upsert keeps these fields.
   */
  kept?: Kept;
}

/** The fields of stored rows that people have set and an upsert has kept. */
interface Kept {
  /**
   * A statement that returns `{ externalId, fields }` for each row of these ids with such fields, separated by commas.
   */
  rows: (clientId: string, externalIds: string[]) => SQL;
  isField: (name: string) => boolean;
}

/** A field that names a row of another table of the client. */
interface Reference {
  field: string;
  /** The reason to reject a row that names none. */
  error: string;
  /** A statement that returns which of these ids the client has, `{ id }`. */
  found: (clientId: string, ids: string[]) => SQL;
}

/** The reference of `field` to a table whose rows are called `what`, as in "a page". */
export const refersTo = (table: PgTable & { clientId: PgColumn; id: PgColumn }, field: string, what: string) => ({
  field,
  error: `data.${field}: must be the id of ${what} of the organization`,
  found: (clientId: string, ids: string[]) =>
    sql`select ${table.id} as id from ${table} where ${table.clientId} = ${clientId}::uuid and ${table.id} = any(${makePgArray(ids)}::uuid[])`,
});

type RecordTable = PgTable & { clientId: PgColumn; externalId: PgColumn };

interface Options {
  reference?: Reference;
  bound?: Bound;
  perDay?: DayBound;
  events?: RecordEvents;
  afterwards?: (clientId: string, rows: readonly Row[]) => SQL;
  /** Fields that belong to another one: while that is a person's, an upsert keeps them too. */
  follows?: Record<string, string>;
}

/** The column of each field; field names may be camelCase or snake_case. */
function fieldsOf(table: RecordTable, data: z.ZodObject) {
  const { name, columns } = getTableConfig(table);
  const types = new Map(columns.map((column) => [toSnakeCase(column.name), column.getSQLType()]));
  return ['externalId', ...Object.keys(data.shape), ...(types.has('id') ? ['id'] : [])].map((field) => {
    const column = toSnakeCase(field);
    const type = types.get(column);
    if (!type) throw new Error(`The table ${name} has no column ${column} for the field ${field}.`);
    return { field, column: `"${column}"`, type };
  });
}

const list = (texts: string[]) => sql.raw(texts.join(', '));

const PEOPLE_FIELDS = 'people_fields';

/** What an upsert keeps of the people's fields; undefined for a table without the column. */
function keptIn(table: RecordTable, data: z.ZodObject): Kept | undefined {
  if (!getTableConfig(table).columns.some(({ name }) => toSnakeCase(name) === PEOPLE_FIELDS)) return undefined;
  const fields = sql.identifier(PEOPLE_FIELDS);
  return {
    isField: (name) => Object.hasOwn(data.shape, name),
    rows: (clientId, externalIds) =>
      sql`select ${table.externalId} as "externalId", array_to_string(${fields}, ',') as fields from ${table}
          where ${table.clientId} = ${clientId}::uuid and ${table.externalId} = any(${makePgArray(externalIds)}::text[])
            and ${fields} <> '{}'`,
  };
}

/** The new value of a column: the sent one, unless a person has set its field, or the field that it follows. */
function newValue({ field, column }: { field: string; column: string }, follows: Record<string, string>) {
  const decisive = follows[field] ?? field;
  return `case when '${decisive}' = any(stored.${PEOPLE_FIELDS}) then stored.${column} else excluded.${column} end`;
}

/**
 * A record type: the schema of its `data` and the table with a column for each field. Rows are sent to PostgreSQL as
 * one JSON parameter; rows whose values are stored already are not written and count as unchanged.
 */
export function recordType(
  table: RecordTable,
  data: z.ZodObject,
  { reference, bound, perDay, events, afterwards, follows = {} }: Options = {},
): RecordType {
  const fields = fieldsOf(table, data);
  const hasId = fields.some(({ field }) => field === 'id');
  const kept = keptIn(table, data);
  const dataFields = fields.filter(({ field }) => field !== 'id' && field !== 'externalId');
  const newValues = dataFields.map((one) => (kept ? newValue(one, follows) : `excluded.${one.column}`));

  const columns = list(fields.map(({ column }) => column));
  const values = list(fields.map(({ field }) => `sent."${field}"`));
  const definition = list(fields.map(({ field, type }) => `"${field}" ${type}`));
  const changes = list(dataFields.map(({ column }, at) => `${column} = ${newValues[at]}`));
  const current = list(dataFields.map(({ column }) => `stored.${column}`));
  const next = list(newValues);

  return {
    data,
    shape: z.object({ externalId: ExternalId, data }),
    ...(reference && { reference }),
    ...(bound && { bound }),
    ...(perDay && { perDay }),
    ...(events && { events }),
    ...(afterwards && { afterwards }),
    ...(kept && { kept }),
    upsert(clientId, rows) {
      const json = JSON.stringify(
        rows.map((row) => ({ ...row.data, externalId: row.externalId, ...(hasId && { id: randomUUIDv7() }) })),
      );
      const ids = rows.map(({ externalId }) => externalId);
      const { before, returning, result } = writtenRows(events, table, clientId, ids);
      // xmax is 0 for an inserted row; an updated one was locked by this statement.
      return sql`
        with ${before} written as (
          insert into ${table} as stored (client_id, ${columns})
          select ${clientId}::uuid, ${values} from json_to_recordset(${json}::json) as sent (${definition})
          on conflict (client_id, external_id) do update set ${changes}, updated_at = now()
          where (${current}) is distinct from (${next})
          returning xmax = 0 as is_new ${returning}
        )
        select (count(*) filter (where is_new))::int as accepted, (count(*) filter (where not is_new))::int as updated ${result}
        from written`;
    },
  };
}
