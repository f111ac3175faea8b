import type { FastifyRequest } from 'fastify';
import { PortalError } from '../errors.ts';
import { BLANK_LINES, RECORDS_PER_BATCH } from '../limits/sizes.ts';
import { readJson, readParsed } from './body.ts';
import { parseJsonInSlices } from './json-in-slices.ts';
import { betweenSteps } from './slices.ts';

const NDJSON_TYPE = /^application\/x-ndjson\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** Stands for a line that is not JSON, so that only its row is rejected. */
export class UnreadableRow {
  readonly line: string;

  constructor(line: string) {
    this.line = line;
  }
}

const parseLine = (line: string) => parseJsonInSlices(line).catch(() => new UnreadableRow(line));

/** The lines of NDJSON that are not blank. @throws INVALID_JSON when too many are */
function* linesOf(text: string): Generator<string> {
  let blank = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line !== '') yield line;
    else if (++blank > BLANK_LINES)
      throw new PortalError(
        'INVALID_JSON',
        `The body holds more than ${BLANK_LINES.toLocaleString('en')} blank lines.`,
      );
  }
}

/** Parses lines one by one, and lets other requests run in between. Stops one row above the maximum of a batch. */
async function parseLines(text: string) {
  const rows: unknown[] = [];
  for (const line of linesOf(text)) {
    rows.push(await parseLine(line));
    if (rows.length > RECORDS_PER_BATCH) break;
    await betweenSteps();
  }
  return rows;
}

/**
 * Reads a body of rows: a JSON list, or NDJSON with blank lines ignored. The schema rejects more rows than a batch may
 * have. Throws as {@link readParsed}.
 */
export async function readRows(request: FastifyRequest, limit: number): Promise<unknown> {
  if (!NDJSON_TYPE.test(request.bodyType.trim())) return readJson(request, limit);
  return (await readParsed(request, limit, NDJSON_TYPE, parseLines)) ?? [];
}
