import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ANSWER_BYTES } from '../limits/sizes.ts';
import { type ListContext, nextUrl, sharesHeaders } from './next-url.ts';

/** The bytes of a heavy response that remain for its data: the rest is for envelope and metadata. */
export const DATA_BYTES = ANSWER_BYTES.heavy - 64 * 1024;

/** The same for the answer to a request, by what its call weighs: a list ends before it. */
export const dataBytesOf = ({ answerBytes }: FastifyRequest) => answerBytes - Math.min(64 * 1024, answerBytes / 8);

/** Documents the route of a list: its headers, and the error of its cursor. */
export const PAGED = {
  responseHeaders: z.object({
    'X-Has-More': z
      .enum(['true', 'false'])
      .describe('Whether more items follow. A page ends before `limit` where a response would be too large.'),
    Link: z
      .string()
      .meta({
        description:
          'The next page, where more items follow: a relative URL with the same parameters and the next `after`.',
        example: '</api/cms/pages?limit=50&after=WyJwYWdlcyJd>; rel="next"',
      })
      .optional(),
  }),
  errors: ['INVALID_CURSOR'] as const,
};

/**
 * Characters from which a text is counted and not written out, which takes six times as long for control characters.
 */
const LONG = 1000;

const [SPACE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];
const SHORT_ESCAPES = new Set([...'\b\t\n\f\r'].map((character) => character.charCodeAt(0)));

/** Bytes of a text in JSON, without its quotation marks. */
function textBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE) bytes += SHORT_ESCAPES.has(unit) ? 2 : 6;
    else if (unit === QUOTE || unit === BACKSLASH) bytes += 2;
    else if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if ((text.codePointAt(at) ?? 0) > 0xffff) {
      bytes += 4;
      at++;
    } else bytes += 6;
  }
  return bytes;
}

/** The size of a value as JSON. */
export function jsonBytes(value: unknown): number {
  let counted = 0;
  const rest = JSON.stringify(value, (_name, item) => {
    if (typeof item !== 'string' || item.length < LONG) return item;
    counted += textBytes(item);
    return '';
  });
  return counted + Buffer.byteLength(rest);
}

/** An upper bound of {@link jsonBytes} at a third of its cost: a character takes at most six bytes. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return 6 * value.length + 2;
  if (typeof value !== 'object' || value === null || value instanceof Date) return 32;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += 1 + bytesAtMost(item);
    return bytes;
  }
  for (const name of Object.keys(value)) bytes += 6 * name.length + 4 + bytesAtMost(value[name as keyof typeof value]);
  return bytes;
}

/** The first rows that fit into one response: at least one, whatever its size. */
export function rowsThatFit<Row>(rows: readonly Row[], most: number): Row[] {
  if (bytesAtMost(rows) <= most) return [...rows];
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += jsonBytes(row) + 1;
    return index > 0 && bytes > most;
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}

export interface ListPage<Row> {
  rows: Row[];
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
}

/** Ends a page at `limit` or at the size of a response. The rows include one past the limit, if there is one. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  most: number,
): ListPage<Row> {
  const page = rowsThatFit(rows.slice(0, limit), most);
  const last = page.at(-1);
  return { rows: page, next: last !== undefined && rows.length > page.length ? cursorOf(last) : undefined };
}

/** Sets `X-Has-More`, and `Link` where there is a next page. Not in a batch: its calls share the headers. */
export function setNext(ctx: ListContext, input: object, next: string | undefined) {
  if (sharesHeaders(ctx.request)) return;
  ctx.reply.header('X-Has-More', String(next !== undefined));
  if (next !== undefined) ctx.reply.header('Link', `<${nextUrl(ctx.request, input, next)}>; rel="next"`);
}

/** Ends a page as {@link pageOfRows} does, and sets the headers of {@link setNext}. */
export function endPage<Row>(
  ctx: ListContext,
  input: { limit: number },
  rows: readonly Row[],
  cursorOf: (row: Row) => string,
): Row[] {
  const page = pageOfRows(rows, input.limit, cursorOf, dataBytesOf(ctx.request));
  setNext(ctx, input, page.next);
  return page.rows;
}
