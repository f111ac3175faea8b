import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Dialect, dialectOf, holdsFirstLine } from './dialect.ts';

/** A row, or the header, with the line of the file that it ends at. */
export interface CsvRow {
  cells: string[];
  line: number;
  delimiter: string;
}

/** A file that cannot be read on, with a sentence for its sender. */
export class UnreadableCsv extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** Decodes UTF-8 and rejects other encodings, whose characters would be stored as question marks. */
async function* strictText(source: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new UnreadableCsv('is not UTF-8 text; please save it as "CSV UTF-8"');
    }
  };
  for await (const chunk of source) yield decoded(chunk);
  yield decoded();
}

/**
 * The text up to the end of its first line, or what there is of it within `most` characters, and all of the text again.
 */
async function withFirstLine(source: AsyncGenerator<string>, most: number) {
  let start = '';
  while (start.length < most && !holdsFirstLine(start)) {
    const { value, done } = await source.next();
    if (done) break;
    start += value;
  }
  async function* whole() {
    yield start;
    yield* source;
  }
  return { start, whole: whole() };
}

const parserOf = ({ delimiter }: Dialect, rowBytes: number) =>
  parse({
    delimiter,
    info: true,
    // Programs append rows with line ends other than those of the header.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Excel writes the rows of an emptied range as separators only.
    skip_records_with_empty_values: true,
    max_record_size: rowBytes,
  });

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, its header first, wholly empty ones left out: separated by `,`, `;`, tab
 * or `|`, as its first line shows or a line `sep=;` says, with any line ends and with or without a byte order mark.
 *
 * @throws {UnreadableCsv} at the first syntax error
 */
export async function* csvRows(source: AsyncIterable<Uint8Array>, rowBytes: number): AsyncGenerator<CsvRow> {
  const text = strictText(source);
  let line = 0;
  // The parser counts a line end of two characters twice inside quotes.
  let twice = 0;
  try {
    const { start, whole } = await withFirstLine(text, rowBytes);
    const dialect = dialectOf(start);
    const parser = parserOf(dialect, rowBytes);
    // Errors of the file surface in the parser, which is read below.
    pipeline(Readable.from(whole), parser).catch(() => {});
    let skip = dialect.hasChoice;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      twice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0);
      line = info.lines - twice;
      if (!skip) yield { cells: record, line, delimiter: dialect.delimiter };
      skip = false;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableCsv(error.message, Number(error.lines) - twice);
    if (error instanceof UnreadableCsv) throw new UnreadableCsv(error.message, line || undefined);
    throw error;
  } finally {
    await text.return(undefined);
  }
}
