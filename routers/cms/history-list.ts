import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type pageActivity, pages, type pageVersions } from '../../db/schema/index.ts';
import { cursorsOf, KEY } from '../../server/lists/cursor.ts';
import { Data } from '../shapes.ts';

/** A part of a page's history. Every change is one version, so `total` is the number of the newest version. */
export const HistoryList = <Schema extends z.ZodType>(item: Schema) =>
  Data(z.array(item).describe('The entries, newest first.')).extend({
    total: z.number().int().meta({ description: 'Number of versions of the page.', example: 3 }),
    limit: z.number().int().meta({ description: 'The requested limit.', example: 50 }),
    offset: z.number().int().meta({ description: 'The requested offset.', example: 0 }),
  });

/** The condition for the requested page in a prepared statement. */
export const requestedPage = and(eq(pages.clientId, sql.placeholder('clientId')), eq(pages.id, sql.placeholder('id')));

const cursors = cursorsOf('history', [KEY.integer]);

const cursorAt = ({ version }: { version: number }) => cursors.write([version]);

/** The placeholders of {@link inRequestedRange}. @throws INVALID_CURSOR */
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

/** The number of the newest version on the requested page. */
const newest = sql`(least(${pages.version}, ${sql.placeholder('before')}::int - 1) - ${sql.placeholder('offset')}::int)`;

/** The join condition for the requested range. Version numbers have no gaps, so the range follows from the newest. */
export const inRequestedRange = (history: typeof pageVersions | typeof pageActivity) =>
  and(
    eq(history.clientId, pages.clientId),
    eq(history.pageId, pages.id),
    sql`${history.version} <= ${newest}`,
    sql`${history.version} > ${newest} - ${sql.placeholder('limit')}::int`,
  );
