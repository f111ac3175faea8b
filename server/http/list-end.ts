import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ANSWER_BYTES } from '../limits/sizes.ts';

/** The bytes of a response that remain for its data: the rest is for envelope and metadata. */
export const DATA_BYTES = ANSWER_BYTES - 64 * 1024;

/** Documents `X-Has-More` on the route of a list. */
export const HAS_MORE = {
  responseHeaders: z.object({
    'X-Has-More': z
      .enum(['true', 'false'])
      .describe('Whether more items follow. A list ends before `limit` where a response would exceed 4 MiB.'),
  }),
};

export const setHasMore = (reply: FastifyReply, more: boolean) => reply.header('X-Has-More', String(more));

export const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

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
export function fitting<Row>(rows: readonly Row[]): Row[] {
  if (bytesAtMost(rows) <= DATA_BYTES) return [...rows];
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += jsonBytes(row) + 1;
    return index > 0 && bytes > DATA_BYTES;
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}

/** Ends a list at `limit` or at the size of a response. The rows include one past the limit, if there is one. */
export function endList<Row>(reply: FastifyReply, rows: readonly Row[], limit: number): Row[] {
  const ended = fitting(rows.slice(0, limit));
  setHasMore(reply, rows.length > ended.length);
  return ended;
}
