import { PortalError } from '../errors.ts';

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const LIST = /^[ \t\r\n]*\[/;
const BLANK = /^[ \t\r\n]*$/;

/** Whether JSON text is that of a list, if it is valid. */
export const isList = (text: string) => LIST.test(text);

/**
 * The elements of a list as text, in order. Together they are as valid as the list if each is valid JSON by itself: only
 * strings and nesting are looked at, to find the commas between them.
 *
 * @throws INVALID_JSON when the list does not end, or does not end the text
 */
export function* elementsOf(text: string): Generator<string> {
  let start = LIST.exec(text)?.[0].length ?? 0;
  let [depth, elements] = [0, 0];
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === BRACKET || char === BRACE) depth++;
    else if (depth > 0) depth -= char === BRACKET_END || char === BRACE_END ? 1 : 0;
    else if (char === COMMA) {
      elements++;
      yield text.slice(start, at);
      start = at + 1;
    } else if (char === BRACKET_END) {
      if (!BLANK.test(text.slice(at + 1))) break;
      const last = text.slice(start, at);
      if (elements > 0 || !BLANK.test(last)) yield last;
      return;
    }
  }
  throw new PortalError('INVALID_JSON');
}
