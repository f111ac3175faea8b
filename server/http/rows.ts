import type { FastifyRequest } from 'fastify';
import { RECORDS_PER_BATCH } from '../limits/sizes.ts';
import { parseJson, readJson, readText } from './body.ts';
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

/**
 * Reads a body of rows: JSON, or NDJSON with blank lines ignored. Stops one row above the maximum of a batch, which the
 * schema then rejects. Throws as {@link readText}.
 */
export async function readRows(request: FastifyRequest, limit: number): Promise<unknown> {
  if (!NDJSON_TYPE.test(request.bodyType.trim())) return readJson(request, limit);

  const text = (await readText(request, limit, NDJSON_TYPE)) ?? '';
  const rows: unknown[] = [];
  const betweenRows = slices();
  for (let start = 0; start < text.length && rows.length <= RECORDS_PER_BATCH; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    // Without a pause for each: a body may hold millions of blank lines.
    if (line === '') continue;
    rows.push(parseLine(line));
    await betweenRows();
  }
  return rows;
}
