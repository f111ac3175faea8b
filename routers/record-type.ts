import { randomUUIDv7 } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ExternalId } from './fields.ts';

export interface Row {
  externalId: string;
  data: Record<string, unknown>;
}

export interface RecordType {
  data: z.ZodObject;
  /** What a record is besides its type. */
  shape: z.ZodType<Row>;
  /** One statement that takes in rows of one client, no two of one name; it returns one row, `{ accepted, updated }`. */
  upsert: (clientId: string, rows: readonly Row[]) => SQL;
}

type RecordTable = PgTable & { clientId: PgColumn; externalId: PgColumn };

/** The fields of the shape with the columns of their names, in whatever case the wire has them. */
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
 * A type of record: the shape of its `data`, and the table that has a column for each field of it. Rows go in as one
 * JSON text; what is stored already and says the same is left alone, and counts as unchanged.
 */
export function recordType(table: RecordTable, data: z.ZodObject): RecordType {
  const fields = fieldsOf(table, data);
  const hasId = fields.some(({ field }) => field === '"id"');
  const told = fields.filter(({ field }) => field !== '"id"' && field !== '"externalId"').map(({ column }) => column);

  const columns = list(fields.map(({ column }) => column));
  const values = list(fields.map(({ field }) => `sent.${field}`));
  const definition = list(fields.map(({ field, type }) => `${field} ${type}`));
  const changes = list(told.map((column) => `${column} = excluded.${column}`));
  const present = list(told.map((column) => `stored.${column}`));
  const sent = list(told.map((column) => `excluded.${column}`));

  return {
    data,
    shape: z.object({ externalId: ExternalId, data }),
    upsert(clientId, rows) {
      const json = JSON.stringify(
        rows.map((row) => ({ ...row.data, externalId: row.externalId, ...(hasId && { id: randomUUIDv7() }) })),
      );
      // A row that was there has been locked by this statement, and says so in xmax.
      return sql`
        with written as (
          insert into ${table} as stored (client_id, ${columns})
          select ${clientId}::uuid, ${values} from json_to_recordset(${json}::json) as sent (${definition})
          on conflict (client_id, external_id) do update set ${changes}, updated_at = now()
          where (${present}) is distinct from (${sent})
          returning xmax = 0 as is_new
        )
        select (count(*) filter (where is_new))::int as accepted, (count(*) filter (where not is_new))::int as updated
        from written`;
    },
  };
}
