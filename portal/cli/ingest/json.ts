import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { MIB } from '../../../flow/byte-units.ts';
import { ENTRY_BYTES, type Entry, toEntry } from './entry.ts';

const NEWLINE = 0x0a;
const DOCUMENT_BYTES = 64 * MIB;
const decoder = new TextDecoder('utf-8', { fatal: true });

type Line = { number: number; text: string } | { number: number; problem: string };

/** The lines of a file, with at most one line and a chunk in memory. */
async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Buffer[] = [];
  let size = 0;
  const endLine = (): Line => {
    const [bytes, length, at] = [Buffer.concat(pieces), size, number++];
    [pieces, size] = [[], 0];
    if (length > ENTRY_BYTES) return { number: at, problem: 'is larger than 4 MiB' };
    try {
      return { number: at, text: decoder.decode(bytes).trim() };
    } catch {
      return { number: at, problem: 'is not UTF-8 text' };
    }
  };
  const append = (piece: Buffer) => {
    size += piece.length;
    if (size <= ENTRY_BYTES) pieces.push(piece);
    else pieces = [];
  };

  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      append(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    append(chunk.subarray(start));
  }
  if (size > 0) yield endLine();
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The entries of a file that is one JSON document: a list, or a single scan or record. */
async function documentIn(file: string): Promise<unknown[] | 'not UTF-8' | undefined> {
  if ((await stat(file)).size > DOCUMENT_BYTES) return undefined;
  const bytes = await readFile(file);
  const document = parsed(bytes.toString().replace(/^\ufeff/, ''));
  if (!document) return undefined;
  // Characters of another encoding would be stored as question marks.
  if (!isUtf8(bytes)) return 'not UTF-8';
  return Array.isArray(document.value) ? document.value : [document.value];
}

async function firstLine(file: string) {
  for await (const line of linesOf(file)) if (!('text' in line) || line.text !== '') return line;
  return undefined;
}

/** Whether the file's first line is a JSON object, as in NDJSON. */
async function isNdjson(file: string) {
  const first = await firstLine(file);
  const { value } = (first && 'text' in first && parsed(first.text)) || {};
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entries of an NDJSON file, or of a JSON document of at most 64 MiB. */
export async function* jsonEntries(file: string): AsyncGenerator<Entry> {
  const list = (await isNdjson(file)) ? undefined : await documentIn(file);
  if (list === 'not UTF-8') return yield { place: 'the whole file', bytes: 0, problem: 'is not UTF-8 text' };
  for (const [index, value] of (list ?? []).entries()) {
    const entry = toEntry('', value, JSON.stringify(value));
    yield { ...entry, place: `${'kind' in entry ? entry.kind : 'record'} ${index + 1}` };
  }
  if (list) return;

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
