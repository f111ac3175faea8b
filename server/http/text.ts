import { PortalError } from '../errors.ts';
import { JSON_DEPTH } from '../limits/sizes.ts';
import { TOO_DEEP } from './json-values.ts';
import { betweenSteps } from './slices.ts';

// PostgreSQL stores neither NUL in text nor lone surrogates in jsonb: input with either is rejected.
export const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Values that are looked at in one step. */
const STEP = 2000;

function* childrenOf(node: object): Generator<unknown> {
  // No Object.entries: a node may have hundreds of thousands of children.
  if (Array.isArray(node)) yield* node;
  else
    for (const key of Object.keys(node)) {
      if (!storable(key)) throw unreadable();
      yield node[key as never];
    }
}

/**
 * Returns `value` if all of its text is well-formed and it is nested at most JSON_DEPTH deep, `above` levels included.
 * Iterates instead of recursing, since the caller chooses the depth, and lets other requests run in between.
 *
 * @throws VALIDATION_ERROR for text, INVALID_JSON for depth
 */
export async function checkText<T>(value: T, above = 0): Promise<T> {
  let level: object[] = [];
  let next: object[] = [];
  let seen = 0;
  const see = (child: unknown) => {
    seen++;
    if (typeof child === 'string' && !storable(child)) throw unreadable();
    if (typeof child === 'object' && child !== null) next.push(child);
  };

  see(value);
  for (let depth = above; next.length > 0; depth++) {
    if (depth >= JSON_DEPTH) throw new PortalError('INVALID_JSON', TOO_DEEP);
    [level, next] = [next, []];
    for (const node of level)
      for (const child of childrenOf(node)) {
        see(child);
        if (seen % STEP === 0) await betweenSteps();
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
