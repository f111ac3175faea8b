import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type pageActivity, pages, type pageVersions } from '../../db/schema/index.ts';
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

/** The join condition for the requested range. Version numbers have no gaps, so the range follows from the newest. */
export const inRequestedRange = (history: typeof pageVersions | typeof pageActivity) =>
  and(
    eq(history.clientId, pages.clientId),
    eq(history.pageId, pages.id),
    sql`${history.version} <= ${pages.version} - ${sql.placeholder('offset')}::int`,
    sql`${history.version} > ${pages.version} - ${sql.placeholder('offset')}::int - ${sql.placeholder('limit')}::int`,
  );
