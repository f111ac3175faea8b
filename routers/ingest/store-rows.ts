import type { TenantDb } from '../../db/handles.ts';
import type { RecordType } from '../record-type.ts';
import type { Rejection, ValidRow } from './validate-rows.ts';

type Transaction = TenantDb & { transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T> };

export interface Outcome {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
}

export const emptyOutcome = (): Outcome => ({ accepted: 0, updated: 0, unchanged: 0, rejected: [] });

const merge = (one: Outcome, other: Outcome): Outcome => ({
  accepted: one.accepted + other.accepted,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  rejected: [...one.rejected, ...other.rejected],
});

/**
 * Splits rows into rounds without duplicates, since one statement cannot upsert a row twice; duplicates keep their order.
 * Each round is sorted by external id, so that concurrent batches lock rows in the same order and cannot deadlock.
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

// PostgreSQL's error classes for invalid values: data exceptions (22) and constraint violations (23).
const INVALID_VALUE = /^2[23]...$/;

const isInvalidValue = ({ cause }: { cause?: unknown }) =>
  cause instanceof Error && 'code' in cause && INVALID_VALUE.test(String(cause.code));

/** Stores rows with distinct ids. Rows that the database refuses are found by bisection and rejected alone. */
async function storeRound(tx: Transaction, type: RecordType, clientId: string, rows: ValidRow[]): Promise<Outcome> {
  try {
    const [counts] = (await tx.transaction((savepoint) =>
      savepoint.execute(type.upsert(clientId, rows)),
    )) as unknown as [{ accepted: number; updated: number }];
    return { ...counts, unchanged: rows.length - counts.accepted - counts.updated, rejected: [] };
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
    outcome.rejected.push(...checked.rejected);
    for (const round of roundsOf(checked.rows)) outcome = merge(outcome, await storeRound(tx, type, clientId, round));
  }
  return outcome;
}
