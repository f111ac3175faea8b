import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { pages, pageVersions } from '../../db/schema/index.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { outside } from '../../server/http/admission.ts';
import { DATA_BYTES, jsonBytes } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data } from '../values/shapes.ts';
import { differ } from './diff/differ.ts';
import { livePages } from './live.ts';
import { versionParam } from './shapes.ts';

const { get } = rest('CMS', { weight: 'heavy' });

const Difference = z
  .object({
    html: z.string().meta({
      description:
        'The source of the content as escaped text, with `<del>` around removed and `<ins>` around added text; no other tags. Show it with `white-space: pre-wrap`.',
      example: 'An implant costs <del>$3,000</del><ins>$3,500</ins> to $5,000.',
    }),
    titleHtml: z.string().meta({
      description: 'The titles, compared in the same way.',
      example: 'What a dental implant costs<ins> in Portland</ins>',
    }),
  })
  .meta({ id: 'PageDifference', description: 'The difference of two versions of a page.' });

const TOO_LARGE = 'The difference of these versions is too large to be shown.';

export const versionDiffProcedures = {
  versionDiff: tenantProcedure
    .meta(
      get('/cms/pages/{id}/versions/{a}/diff/{b}', 'Compare two page versions', {
        example: { path: { a: 1, b: 2 } },
        description:
          'Compares title and content by words, from version `a` to version `b`. Passages that differ in nearly everything are shown as replaced.',
        returns: 'The difference as HTML.',
        errors: ['PAYLOAD_TOO_LARGE'],
      }),
    )
    .input(
      ById.extend({
        a: versionParam('Number of the version before.', 1),
        b: versionParam('Number of the version after.', 2),
      }),
    )
    .output(Data(Difference))
    .query(async ({ ctx: { db, tenant, deps, request }, input: { id, a, b } }) => {
      const { version, title, content } = pageVersions;
      const rows = await db
        .select({ version, title, content })
        .from(pages)
        .innerJoin(pageVersions, and(eq(pageVersions.clientId, pages.clientId), eq(pageVersions.pageId, pages.id)))
        .where(livePages(tenant, eq(pages.id, id), inArray(version, [a, b])));
      const [before, after] = [a, b].map((number) => rows.find((row) => row.version === number));
      if (!before || !after) throw notFound();

      const texts: [string, string][] = [
        [before.content, after.content],
        [before.title, after.title],
      ];
      const compare = () => deps.use(differ).differencesOf(tenant, texts);
      const [html = '', titleHtml = ''] = await outside(request, compare);
      if (jsonBytes(html) > DATA_BYTES) throw new PortalError('PAYLOAD_TOO_LARGE', TOO_LARGE);
      return { ok: true, data: { html, titleHtml } };
    }),
};
