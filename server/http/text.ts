import { type Inspected, inspector, Refused, readValue } from '../../flow/json.ts';
import { PortalError } from '../errors.ts';
import { JSON_DEPTH, JSON_VALUES, OBJECT_FIELDS } from '../limits/sizes.ts';

const BOUNDS = { values: JSON_VALUES.usual, depth: JSON_DEPTH, fields: OBJECT_FIELDS };

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof Refused ? new PortalError('INVALID_JSON', cause.message || undefined, { cause }) : cause;
  }
}

/** Parses JSON of a query string. @throws INVALID_JSON */
export const parseJson = (text: string): Inspected => refusing(() => readValue(text, BOUNDS));

/**
 * The reason why a value of a call, `above` levels deep in its body, cannot be stored, if there is one.
 * @throws INVALID_JSON
 */
export const faultOf = (value: unknown, above = 0): string | undefined =>
  refusing(() => inspector({ ...BOUNDS, values: JSON_VALUES.ingest })(value, above));

const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Refuses a query string whose escapes are no UTF-8, such as half of a surrogate pair: its parser would take them as
 * they are written. A per cent sign that escapes nothing stands for itself.
 *
 * @throws VALIDATION_ERROR
 */
export function checkQueryText(url: string) {
  const start = url.indexOf('?');
  if (start < 0) return;
  for (const escapes of url.slice(start).match(ESCAPES) ?? []) {
    const text = decoded(escapes);
    if (text === undefined || text.includes('\0')) throw unreadable();
  }
}

function decoded(escapes: string) {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
}

const unreadable = () => new PortalError('VALIDATION_ERROR', 'The text contains characters that cannot be stored.');
