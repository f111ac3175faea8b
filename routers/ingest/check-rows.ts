import { RefusedRow, RowText, storable } from '../../flow/json.ts';
import { yieldWhenDue } from '../../flow/yield.ts';
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
const UNKNOWN_TYPE = `type: must be one of ${[...RECORD_TYPES.keys()].join(', ')}`;

/** The row and its type, or the reason for its rejection. */
function validate(row: unknown, index: number): { type: RecordType; row: ValidRow } | string {
  if (row instanceof RefusedRow) return row.error;
  if (typeof row !== 'object' || row === null) return 'A record must be a JSON object.';
  const fault = faultOf(row, 1);
  if (fault) return fault;

  const type = 'type' in row && typeof row.type === 'string' && RECORD_TYPES.get(row.type);
  if (!type) return UNKNOWN_TYPE;
  const { success, data, error } = type.shape.safeParse(row);
  if (success) return { type, row: { ...data, index, size: JSON.stringify(data.data).length } };
  return error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

/** The external id of a rejected row, or null when it cannot be repeated in the receipt. */
function externalIdOf(row: unknown) {
  const id = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null;
  return typeof id === 'string' && id.length <= 200 && storable(id) ? id : null;
}

/**
 * Validates a batch: the valid rows by type, in the order of RECORD_TYPES, and the rejections.
 *
 * @throws INVALID_JSON for rows nested too deeply
 */
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
