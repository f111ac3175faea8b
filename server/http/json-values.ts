import { JSON_DEPTH, OBJECT_FIELDS } from '../limits/sizes.ts';
import { betweenSteps } from './slices.ts';

const [QUOTE, COMMA, COLON, BRACKET, BRACKET_END, OPEN, CLOSE, BACKSLASH, NEWLINE] = Buffer.from('",:[]{}\\\n');

const STEP = 64 * 1024;

export const TOO_DEEP = `The body is nested deeper than ${JSON_DEPTH} levels.`;

interface Expected {
  /** Maximum number of values. */
  values: number;
  /** Whether each line is JSON by itself. */
  lines?: boolean;
}

/**
 * What JSON text holds too much of, told before anything is parsed: values, counted by commas and opening brackets, so
 * that an empty list may count twice, fields of one object, or levels. 4 MiB of empty objects, or of fields of one object,
 * take half a second to parse and check, and half a megabyte of opening brackets a tenth.
 */
export async function findExcessPrivilege(
  bytes: Buffer,
  { values: most, lines = false }: Expected,
): Promise<string | undefined> {
  if (bytes.length < OBJECT_FIELDS) return undefined;
  let [values, fields, depth] = [1, 0, 0];
  const outer: number[] = [];
  let inString = false;
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + STEP, bytes.length); at < end; at++) {
      const byte = bytes[at];
      if (byte === NEWLINE && lines) {
        inString = false;
        fields = depth = outer.length = 0;
      } else if (byte === QUOTE) inString = !inString;
      else if (inString) at += byte === BACKSLASH ? 1 : 0;
      else if (byte === COMMA) values++;
      else if (byte === COLON && ++fields > OBJECT_FIELDS)
        return `An object of the body holds more than ${OBJECT_FIELDS.toLocaleString('en')} fields.`;
      else if (byte === BRACKET || byte === OPEN) {
        values++;
        if (++depth > JSON_DEPTH) return TOO_DEEP;
        if (byte === OPEN) {
          outer.push(fields);
          fields = 0;
        }
      } else if (byte === BRACKET_END || byte === CLOSE) {
        depth--;
        if (byte === CLOSE) fields = outer.pop() ?? 0;
      }
    }
    if (values > most) return `The body holds more than ${most.toLocaleString('en')} values.`;
    await betweenSteps();
  }
  return undefined;
}
