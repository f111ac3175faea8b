import { randomUUIDv7 } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ExternalId } from './fields.ts';

export interface Row {
  externalId: string;
  data: Record<string, unknown>;
}

export interface RecordType {
  data: z.ZodObject;
  /** A record without its type. */
  shape: z.ZodType<Row>;
  /** A statement that upserts rows of one client with distinct ids and returns one row, `{ accepted, updated }`. */
  upsert: (clientId: string, rows: readonly Row[]) => SQL;
  /** The field with the id of something else that the client must have. */
  reference?: Reference;
}

/** A field that names a row of another table of the client. */
export interface Reference {
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

/** The column of each field; field names may be camelCase or snake_case. */
function fieldsOf(table: RecordTable, data: z.ZodObject) {
  const { name, columns } = getTableConfig(table);
  const types = new Map(columns.map((column) => [toSnakeCase(column.name), column.getSQLType()]));
  return ['externalId', ...Object.keys(data.shape), ...(types.has('id') ? ['id'] : [])].map((field) => {
    const column = toSnakeCase(field);
    const type = types.get(column);
    if (!type) throw new Error(`The table ${name} has no column ${column} for the field ${field}.`);
    return { field: `"${field}"`, column: `"${column}"`, type };
  });
}

const list = (texts: string[]) => sql.raw(texts.join(', '));

/**
 * A record type: the schema of its `data` and the table with a column for each field. Rows are sent to PostgreSQL as one
 * JSON parameter; rows whose values are stored already are not written and count as unchanged.
 */
export function recordType(table: RecordTable, data: z.ZodObject, reference?: Reference): RecordType {
  const fields = fieldsOf(table, data);
  const hasId = fields.some(({ field }) => field === '"id"');
  const dataColumns = fields
    .filter(({ field }) => field !== '"id"' && field !== '"externalId"')
    .map(({ column }) => column);

  const columns = list(fields.map(({ column }) => column));
  const values = list(fields.map(({ field }) => `sent.${field}`));
  const definition = list(fields.map(({ field, type }) => `${field} ${type}`));
  const changes = list(dataColumns.map((column) => `${column} = excluded.${column}`));
  const current = list(dataColumns.map((column) => `stored.${column}`));
  const sent = list(dataColumns.map((column) => `excluded.${column}`));

  return {
    data,
    shape: z.object({ externalId: ExternalId, data }),
    ...(reference && { reference }),
    upsert(clientId, rows) {
      const json = JSON.stringify(
        rows.map((row) => ({ ...row.data, externalId: row.externalId, ...(hasId && { id: randomUUIDv7() }) })),
      );
      // xmax is 0 for an inserted row; an updated one was locked by this statement.
      return sql`
        with written as (
          insert into ${table} as stored (client_id, ${columns})
          select ${clientId}::uuid, ${values} from json_to_recordset(${json}::json) as sent (${definition})
          on conflict (client_id, external_id) do update set ${changes}, updated_at = now()
          where (${current}) is distinct from (${sent})
          returning xmax = 0 as is_new
        )
        select (count(*) filter (where is_new))::int as accepted, (count(*) filter (where not is_new))::int as updated
        from written`;
    },
  };
}
