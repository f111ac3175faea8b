import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pages } from '../../db/schema/index.ts';
import { cursorsOf, KEY } from '../../server/lists/cursor.ts';
import { Data } from '../values/shapes.ts';
import { isLive } from './live.ts';

/** A part of a page's history, with the number of all its entries. */
export const HistoryList = <Schema extends z.ZodType>(item: Schema) =>
  Data(z.array(item).describe('The entries, newest first.')).extend({
    total: z.number().int().meta({ description: 'Number of entries.', example: 3 }),
    limit: z.number().int().meta({ description: 'The requested limit.', example: 50 }),
    offset: z.number().int().meta({ description: 'The requested offset.', example: 0 }),
  });

/** The condition for the requested page in a prepared statement. */
export const requestedPage = and(
  eq(pages.clientId, sql.placeholder('clientId')),
  eq(pages.id, sql.placeholder('id')),
  isLive,
);

const cursors = cursorsOf('history', [KEY.integer]);

const cursorAt = ({ version }: { version: number }) => cursors.write([version]);

/** The placeholders of the requested versions. @throws INVALID_CURSOR */
export function rangeOf({ limit, offset, after }: { limit: number; offset: number; after?: string | undefined }) {
  const [version] = cursors.read(after) ?? [];
  return { limit, offset, before: version ?? LATEST };
}

const LATEST = 2_147_483_647;

/** Whether versions older than the last of a page exist; an empty page is past the end. */
export const nextOf = (page: { version: number }[]) => {
  const last = page.at(-1);
  return last && last.version > 1 ? cursorAt(last) : undefined;
};
