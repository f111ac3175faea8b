import type { TenantDb } from '../../db/handles.ts';
import type { RecordType } from '../records/record-type.ts';
import type { Rejection, ValidRow } from './validate-rows.ts';

interface Checked {
  rows: ValidRow[];
  rejected: Rejection[];
}

/** Separates the rows that are refused for a reason. */
function separate(rows: ValidRow[], error: string, isRefused: (row: ValidRow) => boolean): Checked {
  const kept: ValidRow[] = [];
  const rejected: Rejection[] = [];
  for (const row of rows) {
    if (isRefused(row)) rejected.push({ index: row.index, externalId: row.externalId, error });
    else kept.push(row);
  }
  return { rows: kept, rejected };
}

const idsOf = (rows: ValidRow[]) => [...new Set(rows.map(({ externalId }) => externalId))];

/** Separates the new rows that the client has no room for: the last of them. */
export async function checkBound(tx: TenantDb, { bound }: RecordType, clientId: string, rows: ValidRow[]) {
  if (!bound || rows.length === 0) return { rows, rejected: [] };
  const room = await bound.room(tx, clientId);
  if (rows.length <= room) return { rows, rejected: [] };
  const sent = idsOf(rows);
  const found = (await tx.execute(bound.found(clientId, sent))) as unknown as { id: string }[];
  const stored = new Set(found.map(({ id }) => id));
  const refused = new Set(sent.filter((id) => !stored.has(id)).slice(room));
  return separate(rows, bound.error, ({ externalId }) => refused.has(externalId));
}

/** Separates the rows that come to a day that is full, also from another day. */
export async function checkDays(tx: TenantDb, { perDay }: RecordType, clientId: string, rows: ValidRow[]) {
  if (!perDay || rows.length === 0) return { rows, rejected: [] };
  const { most, error, dayOf } = perDay;
  const days = [...new Set(rows.map(dayOf))];
  await perDay.lock(tx, clientId);
  const counted = (await tx.execute(perDay.counts(clientId, days))) as unknown as { day: string; count: number }[];
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  if (days.every((day) => (counts.get(day) ?? 0) + rows.length <= most)) return { rows, rejected: [] };

  const found = (await tx.execute(perDay.found(clientId, idsOf(rows)))) as unknown as { id: string; day: string }[];
  const stored = new Map(found.map(({ id, day }) => [id, day]));
  return separate(rows, error, (row) => {
    const day = dayOf(row);
    const before = stored.get(row.externalId);
    if (before === day) return false;
    const count = counts.get(day) ?? 0;
    if (count >= most) return true;
    counts.set(day, count + 1);
    if (before !== undefined) counts.set(before, (counts.get(before) ?? 1) - 1);
    stored.set(row.externalId, day);
    return false;
  });
}
