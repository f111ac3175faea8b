import { JSON_VALUES, OBJECT_FIELDS } from '../limits/sizes.ts';

const [QUOTE, COMMA, COLON, BRACKET, OPEN, CLOSE, BACKSLASH] = Buffer.from('",:[{}\\');

/**
 * What JSON text holds too much of, told before anything is parsed: values, counted by commas and opening brackets, so
 * that an empty list may count twice, or fields of one object. 4 MiB of empty objects, or of fields of one object, take
 * half a second to parse and check.
 */
export function excessOf(bytes: Buffer): string | undefined {
  if (bytes.length < OBJECT_FIELDS) return undefined;
  let values = 1;
  let fields = 0;
  const outer: number[] = [];
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET) values++;
    else if (byte === COLON && ++fields > OBJECT_FIELDS)
      return `An object of the body holds more than ${OBJECT_FIELDS.toLocaleString('en')} fields.`;
    else if (byte === OPEN) {
      values++;
      outer.push(fields);
      fields = 0;
    } else if (byte === CLOSE) fields = outer.pop() ?? 0;
    if (values > JSON_VALUES) return `The body holds more than ${JSON_VALUES.toLocaleString('en')} values.`;
  }
  return undefined;
}
