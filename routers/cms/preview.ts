import { z } from 'zod';
import { limited, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data } from '../values/shapes.ts';
import { renderPage } from './save.ts';
import { Assessment, toAssessment } from './scores.ts';
import { assess } from './scoring/assess.ts';
import { Content, Format, PageTitle, SeoDescription, SeoTitle } from './shapes.ts';

const { post } = rest('CMS', { weight: 'heavy' });

const Draft = z.object({
  title: PageTitle,
  content: Content,
  contentFormat: Format,
  seoTitle: SeoTitle.default(null),
  seoDescription: SeoDescription.default(null),
});

const PagePreview = z
  .object({
    contentHtml: z.string().meta({
      description: 'The content as sanitized HTML.',
      example: '<h2>What does a dental implant cost?</h2>',
    }),
    scores: z.object(Assessment).describe('The scores that the page would have.'),
  })
  .meta({ id: 'PagePreview', description: 'The preview of a page, and its scores.' });

export const previewProcedures = {
  preview: tenantProcedure
    .meta(
      post('/cms/preview', 'Preview a page', {
        description: 'Renders and scores a text as saving it would, and stores nothing.',
        returns: 'The HTML and the scores.',
        creates: false,
        besides: 'previews',
        support: 'read',
      }),
    )
    .input(Draft)
    .use(limited('previews'))
    .output(Data(PagePreview))
    .mutation(async ({ ctx, input }) => {
      const { title, seoTitle, seoDescription, content, contentFormat } = input;
      const { rendered } = await renderPage(ctx, { title, content, contentFormat, status: 'draft' });
      const { facts, contentHtml } = rendered;
      const scores = toAssessment(assess({ title, seoTitle, seoDescription, facts }));
      return { ok: true, data: { contentHtml, scores } };
    }),
};
