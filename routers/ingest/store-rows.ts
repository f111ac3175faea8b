import type { TenantDb } from '../../db/handles.ts';
import type { RecordType } from '../record-type.ts';
import type { GoodRow, Rejection } from './sort-rows.ts';

type Transaction = TenantDb & { transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T> };

export interface Outcome {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
}

export const nothing = (): Outcome => ({ accepted: 0, updated: 0, unchanged: 0, rejected: [] });

const add = (one: Outcome, other: Outcome): Outcome => ({
  accepted: one.accepted + other.accepted,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  rejected: [...one.rejected, ...other.rejected],
});

/**
 * The rows in rounds in which no name comes twice: what a batch repeats is taken in repeatedly, in the batch's order.
 * Within a round they go by name, so that batches that share rows lock them in one order and never wait in a circle.
 */
function roundsOf(rows: GoodRow[]): GoodRow[][] {
  const rounds: Map<string, GoodRow>[] = [];
  for (const row of rows) {
    const round = rounds.find((one) => !one.has(row.externalId));
    if (round) round.set(row.externalId, row);
    else rounds.push(new Map([[row.externalId, row]]));
  }
  return rounds.map((round) => [...round.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1)));
}

// PostgreSQL's classes for values it cannot take: data exceptions and violated constraints.
const REFUSED = /^2[23]...$/;

const isRefusal = ({ cause }: { cause?: unknown }) =>
  cause instanceof Error && 'code' in cause && REFUSED.test(String(cause.code));

/** Takes in rows that share no name. Those that the database refuses are found by halving, and alone rejected. */
async function storeRound(tx: Transaction, type: RecordType, clientId: string, rows: GoodRow[]): Promise<Outcome> {
  try {
    const [counts] = (await tx.transaction((part) => part.execute(type.upsert(clientId, rows)))) as unknown as [
      { accepted: number; updated: number },
    ];
    return { ...counts, unchanged: rows.length - counts.accepted - counts.updated, rejected: [] };
  } catch (error) {
    if (!isRefusal(error as Error)) throw error;
    const [only] = rows;
    if (only && rows.length === 1) {
      const { index, externalId } = only;
      return { ...nothing(), rejected: [{ index, externalId, error: 'The record cannot be stored.' }] };
    }
    const middle = rows.length / 2;
    const first = await storeRound(tx, type, clientId, rows.slice(0, middle));
    return add(first, await storeRound(tx, type, clientId, rows.slice(middle)));
  }
}

/** Takes in rows of all types, within the transaction. */
export async function storeRows(tx: Transaction, clientId: string, rows: ReadonlyMap<RecordType, GoodRow[]>) {
  let outcome = nothing();
  for (const [type, ofType] of rows)
    for (const round of roundsOf(ofType)) outcome = add(outcome, await storeRound(tx, type, clientId, round));
  return outcome;
}
