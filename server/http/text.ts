import { PortalError } from '../errors.ts';
import { JSON_DEPTH } from '../limits/sizes.ts';

// PostgreSQL stores neither NUL in text nor lone surrogates in jsonb: input with either is rejected.
export const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * Returns `value` if all of its text is well-formed and it is nested at most JSON_DEPTH deep, `above` levels included.
 * Iterates instead of recursing, since the caller chooses the depth.
 *
 * @throws VALIDATION_ERROR for text, INVALID_JSON for depth
 */
export function checkText<T>(value: T, above = 0): T {
  let level: object[] = [];
  let next: object[] = [];
  const see = (child: unknown) => {
    if (typeof child === 'string' && !storable(child)) throw unreadable();
    if (typeof child === 'object' && child !== null) next.push(child);
  };

  see(value);
  for (let depth = above; next.length > 0; depth++) {
    if (depth >= JSON_DEPTH)
      throw new PortalError('INVALID_JSON', `The body is nested deeper than ${JSON_DEPTH} levels.`);
    [level, next] = [next, []];
    for (const node of level) {
      // No Object.entries: a node may have hundreds of thousands of children.
      if (Array.isArray(node)) for (const child of node) see(child);
      else
        for (const key of Object.keys(node)) {
          if (!storable(key)) throw unreadable();
          see(node[key as never]);
        }
    }
  }
  return value;
}

const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Refuses a query string whose escapes are no UTF-8, such as half of a surrogate pair: its parser would take them as they
 * are written. A per cent sign that escapes nothing stands for itself.
 *
 * @throws VALIDATION_ERROR
 */
export function checkQueryText(url: string) {
  const start = url.indexOf('?');
  if (start < 0) return;
  for (const escapes of url.slice(start).match(ESCAPES) ?? [])
    try {
      decodeURIComponent(escapes);
    } catch {
      throw unreadable();
    }
}

const unreadable = () => new PortalError('VALIDATION_ERROR', 'The text contains characters that cannot be stored.');
