/** What a body of JSON may hold at most: values, nested ones included, levels, and fields of one object. */
export interface JsonBounds {
  values: number;
  depth: number;
  fields: number;
}

/** Thrown for text that is refused as a whole; without a sentence it is not JSON, or not UTF-8. */
export class Refused extends Error {}

// PostgreSQL stores neither NUL in text nor lone surrogates in jsonb: input with either is rejected.
export const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

const UNSTORABLE = 'The text contains characters that cannot be stored.';
const TOO_LARGE = 'A number is too large.';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8. @throws Refused */
export function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Refused('', { cause });
  }
}

/** Parses JSON. @throws Refused */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refused('', { cause });
  }
}

/**
 * Returns a function that checks values which count together, and removes `__proto__` from them. It iterates, since the
 * caller chooses the depth: `above` levels surround the value. It returns what is wrong with a text or number, if
 * anything.
 *
 * @throws Refused past the bounds
 */
export function inspector({ values, depth, fields }: JsonBounds) {
  let seen = 0;
  return (root: unknown, above = 0): string | undefined => {
    let fault: string | undefined;
    let level: object[] = [];
    let next: object[] = [];
    const see = (value: unknown) => {
      if (++seen > values) throw new Refused(`The body holds more than ${values.toLocaleString('en')} values.`);
      if (typeof value === 'string') {
        if (!storable(value)) fault ??= UNSTORABLE;
      } else if (typeof value === 'number') {
        if (!Number.isFinite(value)) fault ??= TOO_LARGE;
      } else if (typeof value === 'object' && value !== null) next.push(value);
    };
    const seeFields = (node: object) => {
      const names = Object.keys(node);
      if (names.length > fields)
        throw new Refused(`An object of the body holds more than ${fields.toLocaleString('en')} fields.`);
      for (const name of names)
        if (name === '__proto__') Reflect.deleteProperty(node, name);
        else {
          if (!storable(name)) fault ??= UNSTORABLE;
          see(node[name as never]);
        }
    };

    see(root);
    for (let at = above; next.length > 0; at++) {
      if (at >= depth) throw new Refused(`The body is nested deeper than ${depth} levels.`);
      [level, next] = [next, []];
      for (const node of level)
        if (Array.isArray(node)) node.forEach(see);
        else seeFields(node);
    }
    return fault;
  };
}

/** A value, and the sentences about its fields that cannot be taken; under '' what is wrong with itself. */
export interface Inspected {
  value: unknown;
  faults: Record<string, string>;
}

/** Parses and checks a body. @throws Refused */
export function readValue(text: string, bounds: JsonBounds): Inspected {
  const value = parse(text);
  const inspect = inspector(bounds);
  const faults: Record<string, string> = {};
  const note = (name: string, fault: string | undefined) => {
    if (fault) faults[name] = fault;
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) note('', inspect(value));
  else {
    // Its own names are checked with the values below them, so that each field is told apart.
    note('', inspect(Object.fromEntries(Object.keys(value).map((name) => [name, null]))));
    Reflect.deleteProperty(value, '__proto__');
    for (const [name, field] of Object.entries(value)) note(name, inspect(field, 1));
  }
  return { value, faults };
}

/** A row that is refused alone. */
export class RefusedRow {
  readonly error: string;
  readonly externalId: unknown;

  constructor(error: string, row?: unknown) {
    this.error = error;
    const { externalId } = (row ?? {}) as { externalId?: unknown };
    this.externalId = typeof externalId === 'string' && externalId.length <= 200 ? externalId : null;
  }
}

/** The lines that are not blank. @throws Refused when too many are */
function* linesOf(text: string, mostBlank: number): Generator<string> {
  let blank = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line !== '') yield line;
    else if (++blank > mostBlank)
      throw new Refused(`The body holds more than ${mostBlank.toLocaleString('en')} blank lines.`);
  }
}

export interface RowBounds extends JsonBounds {
  /** Rows are read up to one more, for the schema to refuse. */
  rows: number;
  blankLines: number;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return new RefusedRow('The line is not valid JSON.');
  }
}

function* parsedLines(text: string, { rows, blankLines }: RowBounds) {
  let count = 0;
  for (const line of linesOf(text, blankLines)) {
    yield parseLine(line);
    if (++count > rows) return;
  }
}

/**
 * Reads rows: those of a JSON list, or with `lines` of NDJSON. A row with a fault becomes a {@link RefusedRow}. JSON
 * that is no list is returned as it is.
 *
 * @throws Refused
 */
export function readRowsOf(text: string, lines: boolean, bounds: RowBounds): unknown {
  const list = lines ? parsedLines(text, bounds) : parse(text);
  const inspect = inspector(bounds);
  if (!lines && !Array.isArray(list)) return inspect(list) ? null : list;
  const rows: unknown[] = [];
  for (const row of list as Iterable<unknown>) {
    const fault = row instanceof RefusedRow ? undefined : inspect(row, 1);
    if (rows.length <= bounds.rows) rows.push(fault ? new RefusedRow(fault, row) : row);
  }
  return rows;
}

/** A row of a large body: its JSON, parsed when it is its turn. */
export class RowText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  read(): unknown {
    return JSON.parse(this.json);
  }
}
