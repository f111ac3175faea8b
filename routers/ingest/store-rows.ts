import type { TenantDb } from '../../db/handles.ts';
import type { WrittenRow } from '../records/record-events.ts';
import type { RecordType } from '../records/record-type.ts';
import { emit } from '../webhooks/public.ts';
import { checkBound, checkDays, type Rejection, type ValidRow } from './check-rows.ts';

type Transaction = TenantDb & { transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T> };

/** The fields of a record that people have set, so that the sent values were not stored. */
interface KeptFields {
  index: number;
  externalId: string;
  fields: string[];
}

export interface Outcome {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
  kept: KeptFields[];
}

export const emptyOutcome = (): Outcome => ({ accepted: 0, updated: 0, unchanged: 0, rejected: [], kept: [] });

const merge = (one: Outcome, other: Outcome): Outcome => ({
  accepted: one.accepted + other.accepted,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  rejected: [...one.rejected, ...other.rejected],
  kept: [...one.kept, ...other.kept],
});

/**
 * Splits rows into rounds without duplicates, since one statement cannot upsert a row twice; duplicates keep their
 * order. Each round is sorted by external id, so that concurrent batches lock rows in the same order and cannot
 * deadlock.
 */
function roundsOf(rows: ValidRow[]): ValidRow[][] {
  const rounds: Map<string, ValidRow>[] = [];
  for (const row of rows) {
    const round = rounds.find((one) => !one.has(row.externalId));
    if (round) round.set(row.externalId, row);
    else rounds.push(new Map([[row.externalId, row]]));
  }
  return rounds.map((round) => [...round.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1)));
}

/**
 * Rows and characters of one statement. 4 MiB would be written as JSON in a turn of 40 ms, and stored in one of 250 if
 * embedded.
 */
const AT_ONCE = { rows: 250, size: 256 * 1024 };

/** Cuts rows into parts for one statement each. */
function inParts(rows: ValidRow[]): ValidRow[][] {
  const parts: ValidRow[][] = [];
  let part: ValidRow[] = [];
  let size = 0;
  for (const row of rows) {
    if (part.length === AT_ONCE.rows || size + row.size > AT_ONCE.size) {
      parts.push(part);
      [part, size] = [[], 0];
    }
    part.push(row);
    size += row.size;
  }
  return [...parts, part].filter(({ length }) => length > 0);
}

// PostgreSQL's error classes for invalid values: data exceptions (22) and constraint violations (23).
const INVALID_VALUE = /^2[23]...$/;

const isInvalidValue = ({ cause }: { cause?: unknown }) =>
  cause instanceof Error && 'code' in cause && INVALID_VALUE.test(String(cause.code));

/** The kept fields of rows with distinct ids. The upsert has locked them all, so that nobody changes them meanwhile. */
async function keptOf(
  tx: Transaction,
  { kept }: RecordType,
  clientId: string,
  rows: ValidRow[],
): Promise<KeptFields[]> {
  if (!kept) return [];
  const ids = rows.map(({ externalId }) => externalId);
  const stored = (await tx.execute(kept.rows(clientId, ids))) as unknown as { externalId: string; fields: string }[];
  const fieldsById = new Map(stored.map(({ externalId, fields }) => [externalId, fields.split(',')]));
  return rows.flatMap(({ index, externalId }) => {
    const fields = fieldsById.get(externalId)?.filter(kept.isField) ?? [];
    return fields.length > 0 ? [{ index, externalId, fields }] : [];
  });
}

/** Writes the events of rows for the webhooks. */
async function emitRecordEvents(
  tx: Transaction,
  { events: recordEvents }: RecordType,
  clientId: string,
  written?: WrittenRow[] | string | null,
) {
  if (!recordEvents || !written) return;
  const rows = (typeof written === 'string' ? JSON.parse(written) : written) as WrittenRow[];
  const events = rows.flatMap(recordEvents.events);
  if (events.length > 0) await emit(tx, { clientId }, ...events);
}

/** Stores rows with distinct ids. Rows that the database refuses are found by bisection and rejected alone. */
async function storeRound(tx: Transaction, type: RecordType, clientId: string, rows: ValidRow[]): Promise<Outcome> {
  try {
    const [{ written, ...counts }] = (await tx.transaction((savepoint) =>
      savepoint.execute(type.upsert(clientId, rows)),
    )) as unknown as [{ accepted: number; updated: number; written?: WrittenRow[] | string | null }];
    await emitRecordEvents(tx, type, clientId, written);
    if (type.afterwards) await tx.execute(type.afterwards(clientId, rows));
    const unchanged = rows.length - counts.accepted - counts.updated;
    return { ...counts, unchanged, rejected: [], kept: await keptOf(tx, type, clientId, rows) };
  } catch (error) {
    if (!isInvalidValue(error as Error)) throw error;
    const [only] = rows;
    if (only && rows.length === 1) {
      const { index, externalId } = only;
      return { ...emptyOutcome(), rejected: [{ index, externalId, error: 'The record cannot be stored.' }] };
    }
    const middle = rows.length / 2;
    const first = await storeRound(tx, type, clientId, rows.slice(0, middle));
    return merge(first, await storeRound(tx, type, clientId, rows.slice(middle)));
  }
}

/** Separates the rows that refer to something the client does not have. */
async function checkReferences(tx: Transaction, { reference }: RecordType, clientId: string, rows: ValidRow[]) {
  if (!reference || rows.length === 0) return { rows, rejected: [] };
  const { field, error, found } = reference;
  const idOf = ({ data }: ValidRow) => String(data[field]).toLowerCase();
  const stored = (await tx.execute(found(clientId, [...new Set(rows.map(idOf))]))) as unknown as { id: string }[];
  const known = new Set(stored.map(({ id }) => id));
  const unknown = rows.filter((row) => !known.has(idOf(row)));
  return {
    rows: rows.filter((row) => known.has(idOf(row))),
    rejected: unknown.map(({ index, externalId }) => ({ index, externalId, error })),
  };
}

/** Stores the rows of all types within the transaction. */
export async function storeRows(tx: Transaction, clientId: string, rows: ReadonlyMap<RecordType, ValidRow[]>) {
  let outcome = emptyOutcome();
  for (const [type, ofType] of rows) {
    const checked = await checkReferences(tx, type, clientId, ofType);
    const bounded = await checkBound(tx, type, clientId, checked.rows);
    const daily = await checkDays(tx, type, clientId, bounded.rows);
    outcome.rejected.push(...checked.rejected, ...bounded.rejected, ...daily.rejected);
    for (const part of roundsOf(daily.rows).flatMap(inParts))
      outcome = merge(outcome, await storeRound(tx, type, clientId, part));
  }
  return outcome;
}
