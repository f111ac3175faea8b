import { PortalError } from '../errors.ts';
import { parseJson } from './parse-json.ts';
import { betweenSteps } from './slices.ts';

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK = /^[ \t\r\n]*$/;

/** Characters that are parsed in one step: half a millisecond of records, two of empty objects. */
const PIECE = 64 * 1024;
const STEP = 8 * 1024;

/** A list or an object whose end has not come yet. */
interface Open {
  isList: boolean;
  start: number;
  /** Where the text begins that is not parsed yet. */
  from: number;
  /** The last comma between its elements. */
  comma: number;
  /** What of it is parsed; undefined while all of it may be parsed with what surrounds it. */
  value?: object;
  /** Whether `from` follows an element, so that a comma or the end must come next. */
  after: boolean;
}

const invalid = () => new PortalError('INVALID_JSON');

function add(open: Open, elements: object) {
  if (!open.value) open.value = elements;
  else if (Array.isArray(open.value)) for (const element of elements as unknown[]) open.value.push(element);
  else Object.assign(open.value, elements);
}

/** Parses elements, of which there is at least one. */
function parsePart(open: Open, part: string) {
  if (BLANK.test(part)) throw invalid();
  add(open, parseJson(open.isList ? `[${part}]` : `{${part}}`) as object);
}

/** Parses what is left before a comma, or before the end of its list or object. */
function parseUpTo(text: string, open: Open, to: number, isEnd: boolean) {
  const isBlank = BLANK.test(text.slice(open.from, to));
  if (open.after ? !isBlank : isBlank && !(isEnd && open.value === undefined)) throw invalid();
  if (!isBlank) parsePart(open, text.slice(open.from, to));
  open.value ??= open.isList ? [] : {};
  Object.assign(open, { from: to + 1, after: false });
}

/** Puts a parsed list or object, which ends before `end`, into the one around it. */
function adopt(text: string, open: Open, { start, value }: Open, end: number) {
  if (open.after) throw invalid();
  if (open.comma >= open.from) parsePart(open, text.slice(open.from, open.comma));
  const before = text.slice(Math.max(open.from, open.comma + 1), start);
  if (open.isList) {
    if (!BLANK.test(before)) throw invalid();
    add(open, [value]);
  } else {
    // The name is parsed with null in place of its value; `__proto__` is removed with it.
    const field = parseJson(`{${before}null}`) as object;
    add(open, Object.fromEntries(Object.keys(field).map((name) => [name, value])));
  }
  Object.assign(open, { from: end, after: true });
}

/**
 * Parses JSON as {@link parseJson} does, and lets other requests run between pieces: lists and objects longer than a piece
 * are cut at their commas. The nesting must be bounded.
 *
 * @throws INVALID_JSON
 */
export async function parseJsonInSlices(text: string, piece = PIECE): Promise<unknown> {
  if (text.length <= piece) return parseJson(text);
  const outer: Open[] = [];
  let open: Open | undefined;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    if (at % STEP === 0) await betweenSteps();
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === BRACKET || char === BRACE) {
      if (open) outer.push(open);
      open = { isList: char === BRACKET, start: at, from: at + 1, comma: at, after: false };
    } else if (char === COMMA && open) {
      if (open.after || at - open.from >= piece) {
        parseUpTo(text, open, at, false);
        await betweenSteps();
      }
      open.comma = at;
    } else if (char === BRACKET_END || char === BRACE_END) {
      if (open?.isList !== (char === BRACKET_END)) throw invalid();
      if (open.value !== undefined || at - open.start >= piece) parseUpTo(text, open, at, true);
      const around = outer.pop();
      if (!around) return wholeOf(text, open, at + 1);
      if (open.value !== undefined) adopt(text, around, open, at + 1);
      open = around;
    }
  }
  if (open) throw invalid();
  return parseJson(text);
}

/** The value of the text, if nothing surrounds its list or object. */
function wholeOf(text: string, { start, value }: Open, end: number): unknown {
  if (value === undefined) return parseJson(text);
  if (!BLANK.test(text.slice(0, start)) || !BLANK.test(text.slice(end))) throw invalid();
  return value;
}
