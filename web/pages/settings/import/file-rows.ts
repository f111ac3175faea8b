/** The lines of a file, each with the lines within its quotes. */
function* recordsOf(text: string): Generator<string> {
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    if (quoted || (sign !== '\n' && sign !== '\r')) continue;
    if (sign === '\r' && text[at + 1] === '\n') at++;
    yield text.slice(start, at + 1);
    start = at + 1;
  }
  if (start < text.length) yield text.slice(start);
}

const LINE_ENDS = /\r\n|\n|\r/g;

const countLines = (text: string) => (text.match(LINE_ENDS) ?? []).length;

/** A part of a file that can be taken in by itself, with the rows that it has and their first line in the file. */
export interface FilePart {
  text: string;
  rows: number;
  /** To be added to a line of the part for that of the file. */
  offset: number;
}

const AT_ONCE = { rows: 2000, characters: 500_000 };
const BEGINNING = 100_000;

/** The first whole rows of a file. */
export function beginningOf(text: string): string {
  if (text.length <= BEGINNING || isJson(text)) return text;
  let end = 0;
  for (const record of recordsOf(text)) {
    if (end > 0 && end + record.length > BEGINNING) break;
    end += record.length;
  }
  return text.slice(0, end);
}

/** Whether the file is one JSON document, which cannot be cut, and not an object on each line. */
function isJson(text: string) {
  const start = text
    .slice(0, BEGINNING)
    .replace(/^\ufeff/, '')
    .trimStart();
  return start.startsWith('[') || (start.startsWith('{') && !/^\{.*\}\s*$/.test(start.split(/\r?\n/, 1).join()));
}

/** Cuts a file of CSV or NDJSON into parts, each of which begins with all up to the header; a JSON document stays whole. */
export function partsOf(text: string, headerLine: number): FilePart[] {
  if (headerLine === 0 && isJson(text)) return [{ text, rows: 1, offset: 0 }];
  const parts: FilePart[] = [];
  let [head, rows, size, lines, offset] = ['', [] as string[], 0, 0, 0];
  const cut = () => {
    if (rows.length > 0) parts.push({ text: head + rows.join(''), rows: rows.length, offset });
    [rows, size, offset] = [[], 0, lines - headerLine];
  };
  for (const record of recordsOf(text)) {
    const inHead = lines < headerLine;
    lines += countLines(record);
    if (inHead) head += record;
    else {
      rows.push(record);
      size += record.length;
      if (rows.length === AT_ONCE.rows || size > AT_ONCE.characters) cut();
    }
  }
  cut();
  return parts;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

interface Rejected {
  line: number;
  error: string;
}

/** A table of rejected rows as they stand in the file, each with its line and the reason. */
export function rejectedFile(text: string, rejected: Rejected[]): string {
  const byLine = new Map(rejected.map((row) => [row.line, row]));
  const rows: string[] = [];
  let lines = 0;
  for (const record of recordsOf(text)) {
    const inside = record.replace(/(\r\n|\n|\r)$/, '');
    const row = byLine.get(lines + countLines(inside) + 1);
    lines += countLines(record);
    if (row) rows.push([String(row.line), quote(row.error), quote(inside)].join(','));
  }
  return `line,reason,row\n${rows.join('\n')}\n`;
}
