import { PortalError } from '../errors.ts';
import { JSON_DEPTH } from '../limits.ts';

// PostgreSQL stores neither NUL in text nor lone surrogates in jsonb: both are stopped at the door.
const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * Returns `value` when everything in it can be read and stored: well-formed text, and no deeper than JSON_DEPTH. Walks
 * with a list instead of recursion, since the depth is the caller's choice.
 */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && !storable(value)) throw unreadable();
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= JSON_DEPTH && level.some((node) => typeof node === 'object'))
      throw new PortalError('INVALID_JSON', `The body is nested deeper than ${JSON_DEPTH} levels.`);
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      for (const [key, child] of Object.entries(node)) {
        if (!storable(key) || (typeof child === 'string' && !storable(child))) throw unreadable();
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return value;
}

const unreadable = () => new PortalError('VALIDATION_ERROR', 'The text contains characters that cannot be stored.');
