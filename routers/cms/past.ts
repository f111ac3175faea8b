import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type pageActivity, pages, type pageVersions } from '../../db/schema/index.ts';
import { Data } from '../shapes.ts';

/** A part of a page's past. Every change is one version and one line, so `total` is the newest version's number. */
export const Past = <Schema extends z.ZodType>(item: Schema) =>
  Data(z.array(item).describe('The entries, newest first.')).extend({
    total: z.number().int().meta({ description: 'Number of versions of the page.', example: 3 }),
    limit: z.number().int().meta({ description: 'The requested limit.', example: 50 }),
    offset: z.number().int().meta({ description: 'The requested offset.', example: 0 }),
  });

/** The page that is asked about, for a prepared statement. */
export const thisPage = and(eq(pages.clientId, sql.placeholder('clientId')), eq(pages.id, sql.placeholder('id')));

/** Joins the asked part of a page's past, newest first: versions have no gaps, so the newest one's number leads there. */
export const inPart = (past: typeof pageVersions | typeof pageActivity) =>
  and(
    eq(past.clientId, pages.clientId),
    eq(past.pageId, pages.id),
    sql`${past.version} <= ${pages.version} - ${sql.placeholder('offset')}::int`,
    sql`${past.version} > ${pages.version} - ${sql.placeholder('offset')}::int - ${sql.placeholder('limit')}::int`,
  );
