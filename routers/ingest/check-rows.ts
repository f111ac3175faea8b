import type { TenantDb } from '../../db/handles.ts';
import { RefusedRow, RowText, storable } from '../../flow/json.ts';
import { yieldWhenDue } from '../../flow/yield.ts';
import { PortalError } from '../../server/errors.ts';
import { faultOf } from '../../server/http/text.ts';
import type { RecordType, Row } from '../records/record-type.ts';
import { RECORD_TYPES } from './record-types.ts';

/** A valid row with its position in the batch. */
export interface ValidRow extends Row {
  index: number;
  /** Characters of its data as JSON. */
  size: number;
}

export interface Rejection {
  index: number;
  externalId: string | null;
  error: string;
}

const MAX_ISSUES = 3;
/** Characters of a reason: names of unknown fields are as long as their sender likes. */
const REASON = 1000;
const UNKNOWN_TYPE = `type: must be one of ${[...RECORD_TYPES.keys()].join(', ')}`;

/**
 * What is wrong with a row, whatever its type. One past the bounds is refused alone: of a file in parts, those before
 * it are stored.
 */
function faultIn(row: object) {
  try {
    return faultOf(row, 1);
  } catch (error) {
    if (error instanceof PortalError) return error.message;
    throw error;
  }
}

/** The row and its type, or the reason for its rejection. */
function validate(row: unknown, index: number): { type: RecordType; row: ValidRow } | string {
  if (row instanceof RefusedRow) return row.error;
  if (typeof row !== 'object' || row === null) return 'A record must be a JSON object.';
  const fault = faultIn(row);
  if (fault) return fault;

  const type = 'type' in row && typeof row.type === 'string' && RECORD_TYPES.get(row.type);
  if (!type) return UNKNOWN_TYPE;
  const { success, data, error } = type.shape.safeParse(row);
  if (success) return { type, row: { ...data, index, size: JSON.stringify(data.data).length } };
  return error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
    .slice(0, REASON);
}

/** The external id of a rejected row, or null when it cannot be repeated in the receipt. */
function externalIdOf(row: unknown) {
  const id = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null;
  return typeof id === 'string' && id.length <= 200 && storable(id) ? id : null;
}

/** Validates a batch: the valid rows by type, in the order of RECORD_TYPES, and the rejections. */
export async function validateRows(rows: readonly unknown[]) {
  const valid = new Map<RecordType, ValidRow[]>([...RECORD_TYPES.values()].map((type) => [type, []]));
  const rejected: Rejection[] = [];
  for (const [index, sent] of rows.entries()) {
    await yieldWhenDue();
    const row = sent instanceof RowText ? sent.read() : sent;
    const result = validate(row, index);
    if (typeof result === 'string') rejected.push({ index, externalId: externalIdOf(row), error: result });
    else valid.get(result.type)?.push(result.row);
  }
  return { valid, rejected };
}

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
