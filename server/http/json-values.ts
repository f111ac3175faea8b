import { JSON_VALUES } from '../limits/sizes.ts';

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Buffer.from('",[{\\');

/**
 * Whether JSON text holds more than JSON_VALUES values, counted before anything is parsed: by commas and opening
 * brackets, so that an empty list may count twice. 4 MiB of empty objects take half a second to parse and check.
 */
export function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length < JSON_VALUES) return false;
  let values = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  }
  return values > JSON_VALUES;
}
