import { PortalError } from '../../server/errors.ts';
import { UnreadableRow } from '../../server/http/rows.ts';
import { checkText, storable } from '../../server/http/text.ts';
import type { RecordType, Row } from '../record-type.ts';
import { RECORD_TYPES } from './record-types.ts';

/** A row that can be taken in, and where in the batch it stood. */
export interface GoodRow extends Row {
  index: number;
}

export interface Rejection {
  index: number;
  externalId: string | null;
  error: string;
}

const ISSUES_TOLD = 3;
const ANY_TYPE = `type: must be one of ${[...RECORD_TYPES.keys()].join(', ')}`;

/** Text problems are the row's own; nesting past the limit of bodies is thrown. */
function textProblem(row: object) {
  try {
    checkText(row, 1);
    return undefined;
  } catch (error) {
    if (error instanceof PortalError && error.errorCode === 'VALIDATION_ERROR') return error.message;
    throw error;
  }
}

/** The row, or a sentence on why it is none. */
function read(row: unknown, index: number): { type: RecordType; row: GoodRow } | string {
  if (row instanceof UnreadableRow) return 'The line is not valid JSON.';
  if (typeof row !== 'object' || row === null) return 'A record is a JSON object.';
  const unreadable = textProblem(row);
  if (unreadable) return unreadable;

  const type = 'type' in row && typeof row.type === 'string' && RECORD_TYPES.get(row.type);
  if (!type) return ANY_TYPE;
  const { success, data, error } = type.shape.safeParse(row);
  if (success) return { type, row: { ...data, index } };
  return error.issues
    .slice(0, ISSUES_TOLD)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

/** The name of a rejected row, where it has one that can be told. */
function nameOf(row: unknown) {
  const name = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null;
  return typeof name === 'string' && name.length <= 200 && storable(name) ? name : null;
}

/** Sorts what was sent into rows to take in, by type in a fixed order, and rejections. Throws INVALID_JSON for depth. */
export function sortRows(rows: readonly unknown[]) {
  const good = new Map<RecordType, GoodRow[]>([...RECORD_TYPES.values()].map((type) => [type, []]));
  const rejected: Rejection[] = [];
  for (const [index, raw] of rows.entries()) {
    const outcome = read(raw, index);
    if (typeof outcome === 'string') rejected.push({ index, externalId: nameOf(raw), error: outcome });
    else good.get(outcome.type)?.push(outcome.row);
  }
  return { good, rejected };
}
