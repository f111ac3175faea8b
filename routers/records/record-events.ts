import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ClientEvent } from '../webhooks/public.ts';

/** A row that ingestion has written, and as it was before: null for a new one. */
export interface WrittenRow {
  now: Record<string, unknown>;
  before: Record<string, unknown> | null;
}

/** The events of ingested rows of a record type, and the columns that they are made of. */
export interface RecordEvents {
  columns: readonly string[];
  events: (row: WrittenRow) => ClientEvent[];
}

/** Declares the events of ingested rows of a table, from some of its columns. */
export function recordEvents<Table extends PgTable, Name extends keyof Table['$inferSelect'] & string>(
  _table: Table,
  columns: readonly Name[],
  events: (
    now: Pick<Table['$inferSelect'], Name>,
    before: Pick<Table['$inferSelect'], Name> | null,
    changed: Name[],
  ) => ClientEvent[],
): RecordEvents {
  type Row = Pick<Table['$inferSelect'], Name>;
  return {
    columns,
    events: ({ now, before }) => {
      const changed = columns.filter((name) => !before || JSON.stringify(before[name]) !== JSON.stringify(now[name]));
      return events(now as Row, before as Row | null, changed);
    },
  };
}

const asJson = ({ columns }: RecordEvents, alias: string) =>
  sql.raw(`jsonb_build_object(${columns.map((name) => `'${name}', ${alias}.${toSnakeCase(name)}`).join(', ')})`);

/**
 * The parts of an upsert that returns what it has written: a query before it, and columns of the upsert and of its
 * result.
 */
export const writtenRows = (
  events: RecordEvents | undefined,
  table: PgTable & { clientId: PgColumn; externalId: PgColumn },
  clientId: string,
  externalIds: string[],
): { before: SQL; returning: SQL; result: SQL } =>
  events
    ? {
        before: sql`before as (
          select external_id, ${asJson(events, 'earlier')} as row from ${table} as earlier
          where client_id = ${clientId}::uuid and external_id = any(${makePgArray(externalIds)}::text[])),`,
        returning: sql`, stored.external_id, ${asJson(events, 'stored')} as row`,
        result: sql`, (select jsonb_agg(jsonb_build_object('now', written.row, 'before', before.row) order by external_id)
          from written left join before using (external_id)) as written`,
      }
    : { before: sql``, returning: sql``, result: sql`` };
