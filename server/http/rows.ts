import type { FastifyRequest } from 'fastify';
import { RECORDS_PER_BATCH } from '../limits/sizes.ts';
import { JSON_TYPE, parseJson, readText } from './body.ts';
import { elementsOf, isList } from './json-list.ts';
import { slices } from './slices.ts';

const NDJSON_TYPE = /^application\/x-ndjson\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** Stands for a line that is not JSON, so that only its row is rejected. */
export class UnreadableRow {
  readonly line: string;

  constructor(line: string) {
    this.line = line;
  }
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return new UnreadableRow(line);
  }
}

/** The lines of NDJSON that are not blank. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line !== '') yield line;
  }
}

/** Parses rows one by one, and lets other requests run in between. Stops one row above the maximum of a batch. */
async function parseRows(rows: Iterable<string>, parse: (row: string) => unknown) {
  const parsed: unknown[] = [];
  const betweenRows = slices();
  for (const row of rows) {
    parsed.push(parse(row));
    if (parsed.length > RECORDS_PER_BATCH) break;
    await betweenRows();
  }
  return parsed;
}

/**
 * Reads a body of rows: a JSON list, or NDJSON with blank lines ignored. The schema rejects more rows than a batch may
 * have. Throws as {@link readText}.
 */
export async function readRows(request: FastifyRequest, limit: number): Promise<unknown> {
  if (NDJSON_TYPE.test(request.bodyType.trim()))
    return parseRows(linesOf((await readText(request, limit, NDJSON_TYPE)) ?? ''), parseLine);

  const text = await readText(request, limit, JSON_TYPE);
  if (text === undefined) return undefined;
  return isList(text) ? parseRows(elementsOf(text), parseJson) : parseJson(text);
}
