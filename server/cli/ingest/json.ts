import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { ENTRY_BYTES, type Entry, toEntry } from './entry.ts';

const NEWLINE = 0x0a;
const DOCUMENT_BYTES = 64 * 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

type Line = { number: number; text: string } | { number: number; problem: string };

/** The lines of a file one at a time, and never more of it in memory than one of them and a piece of the next. */
async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Buffer[] = [];
  let size = 0;
  const take = (): Line => {
    const [bytes, length] = [Buffer.concat(pieces), size];
    [pieces, size] = [[], 0];
    if (length > ENTRY_BYTES) return { number: number++, problem: 'is larger than 4 MiB' };
    try {
      return { number: number++, text: decoder.decode(bytes).trim() };
    } catch {
      return { number: number++, problem: 'is not UTF-8 text' };
    }
  };
  const keep = (piece: Buffer) => {
    size += piece.length;
    if (size <= ENTRY_BYTES) pieces.push(piece);
    else pieces = [];
  };

  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A file that is one JSON document: a list, or one scan or record in several lines. */
async function documentIn(file: string) {
  if ((await stat(file)).size > DOCUMENT_BYTES) return undefined;
  const document = parsed((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  return document && (Array.isArray(document.value) ? document.value : [document.value]);
}

async function firstLine(file: string) {
  for await (const line of linesOf(file)) if (!('text' in line) || line.text !== '') return line;
  return undefined;
}

/** Whether the file's first line is an object by itself, as every line of NDJSON is. */
async function isLines(file: string) {
  const first = await firstLine(file);
  const { value } = (first && 'text' in first && parsed(first.text)) || {};
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON file holds, one a line or in one document of at most 64 MiB. */
export async function* jsonEntries(file: string): AsyncGenerator<Entry> {
  const whole = (await isLines(file)) ? undefined : await documentIn(file);
  for (const [index, value] of (whole ?? []).entries()) {
    const entry = toEntry('', value, JSON.stringify(value));
    yield { ...entry, place: `${'kind' in entry ? entry.kind : 'record'} ${index + 1}` };
  }
  if (whole) return;

  for await (const line of linesOf(file)) {
    const place = `line ${line.number}`;
    if ('problem' in line) yield { place, bytes: ENTRY_BYTES, problem: line.problem };
    else if (line.text !== '') {
      const json = parsed(line.text);
      yield json
        ? toEntry(place, json.value, line.text)
        : { place, bytes: line.text.length, problem: 'is not valid JSON' };
    }
  }
}
