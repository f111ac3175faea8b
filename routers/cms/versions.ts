import { and, between, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pages, pageVersions } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { DATA_BYTES, PAGED, rowsThatFit, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Person } from '../values/people.ts';
import { ById, Data, Part, Timestamp, Uuid } from '../values/shapes.ts';
import { loadAuthors } from './authors.ts';
import { HistoryList, nextOf, rangeOf, requestedPage } from './history-list.ts';
import { CONDITIONAL, savedPageResponse } from './pages.ts';
import { savePage } from './save.ts';
import { Page, PageText, Status, Version, versionParam } from './shapes.ts';

const { get, post } = rest('CMS', { weight: 'heavy' });

const PageVersion = z
  .object({
    id: Uuid.describe('Id of the version.'),
    pageId: Uuid.describe('Id of the page.'),
    version: Version,
    ...PageText,
    status: Status,
    changed: z.array(z.string()).meta({
      description: 'Fields that differ from the previous version.',
      example: ['title', 'content'],
    }),
    createdBy: Person.describe('The user who saved the version; null when the account was deleted.'),
    createdAt: Timestamp.describe('Time of the version, UTC.'),
  })
  .meta({ id: 'PageVersion', description: 'A version of a page.' });

const requestedSizes = tenantQuery((db) =>
  db
    .select({ version: pageVersions.version, size: pageVersions.size })
    .from(pageVersions)
    .where(
      and(
        eq(pageVersions.clientId, sql.placeholder('clientId')),
        eq(pageVersions.pageId, sql.placeholder('id')),
        lt(pageVersions.version, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(pageVersions.version))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

const numberOfVersions = tenantQuery((db) =>
  db
    .select({ total: sql<number>`${pages.version} - ${pages.pruned}` })
    .from(pages)
    .where(requestedPage),
);

/**
 * The oldest version that may fit into the response: a character takes at least one byte. Spares reading the others.
 */
function oldestThatMayFit(newestFirst: { version: number; size: number }[]) {
  let characters = 0;
  const candidates = newestFirst.filter(({ size }, index) => {
    characters += size;
    return index === 0 || characters <= DATA_BYTES;
  });
  return candidates.at(-1)?.version ?? 0;
}

export const versionProcedures = {
  versions: tenantProcedure
    .meta(
      get('/cms/pages/{id}/versions', 'List page versions', {
        description:
          'The versions of the page, newest first. Returns fewer than `limit` when a response would exceed 4 MiB; `total` is the number of versions. When the pages of an organization take nearly all the room they have, versions of drafts are pruned, and their numbers are missing.',
        returns: 'The versions, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(Part.shape))
    .output(HistoryList(PageVersion))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { id, limit, offset } = input;
      const requested = { clientId: tenant.clientId, id };
      const [[page], sizes] = await Promise.all([
        numberOfVersions(db).execute(requested),
        requestedSizes(db).execute({ ...requested, ...rangeOf(input) }),
      ]);
      if (!page) throw notFound();

      const candidates = between(pageVersions.version, oldestThatMayFit(sizes), sizes[0]?.version ?? 0);
      const rows = await db
        .select()
        .from(pageVersions)
        .where(ownedBy(tenant, pageVersions, eq(pageVersions.pageId, id), candidates))
        .orderBy(desc(pageVersions.version));
      const { authorOf } = await loadAuthors(
        ctx,
        rows.map(({ createdBy }) => createdBy),
      );
      const data = rowsThatFit(
        rows.map((row) => ({ ...row, createdBy: authorOf(row.createdBy) })),
        DATA_BYTES,
      );
      setNext(ctx, input, nextOf(data));
      return { ok: true, data, total: page.total, limit, offset };
    }),

  restoreVersion: tenantProcedure
    .meta(
      post('/cms/pages/{id}/versions/{version}/restore', 'Restore a page version', {
        description:
          'Saves the title, content, metadata and tags of the version as a new version. The status does not change.',
        returns: 'The restored page and its ETag.',
        ...CONDITIONAL,
        errors: [...CONDITIONAL.errors, 'PAYLOAD_TOO_LARGE'],
      }),
    )
    .input(ById.extend({ version: versionParam('Number of the version to restore.', 1) }))
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, version } }) => {
      const thisVersion = and(eq(pageVersions.pageId, id), eq(pageVersions.version, version));
      const [restored] = await ctx.db
        .select()
        .from(pageVersions)
        .where(ownedBy(ctx.tenant, pageVersions, thisVersion));
      if (!restored) throw notFound();

      const { title, content, seoTitle, seoDescription, tags } = restored;
      const edit = { title, content, seoTitle, seoDescription, tags };
      return savedPageResponse(ctx, id, (page) => savePage(ctx, page, edit, true));
    }),
};
