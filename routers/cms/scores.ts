import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pages } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data, Timestamp, Uuid } from '../values/shapes.ts';
import { requestedPage } from './history-list.ts';
import { Version } from './shapes.ts';

const { get } = rest('CMS');

const Score = z.number().min(0).max(100);

const PageAudit = z
  .object({
    id: z.string().meta({ description: 'Key of the audit.', example: 'title-length' }),
    title: z.string().meta({ description: 'Name of the audit.', example: 'Title length' }),
    score: z.number().min(0).max(1).nullable().describe('Result, 0–1; null when not applicable.'),
    weight: z.number().meta({ description: 'Weight of the audit in the score.', example: 20 }),
    detail: z.string().meta({
      description: 'The reason for the result, and possible improvements.',
      example: 'The title has 34 characters; 30 to 60 are shown in full in search results.',
    }),
  })
  .meta({ id: 'PageAudit', description: 'An audit of a page.' });

/** The scores of a text with the audits behind them. */
export const Assessment = {
  overall: Score.meta({ description: 'Mean of the SEO and content scores, 0–100.', example: 82.3 }),
  seo: z
    .object({
      score: Score.meta({ description: 'Weighted mean of the audits, 0–100.', example: 86.5 }),
      audits: z.array(PageAudit).max(50).describe('The SEO audits.'),
    })
    .describe('SEO score.'),
  content: z
    .object({
      score: Score.meta({ description: 'Weighted mean of the audits, 0–100.', example: 78 }),
      readingEase: Score.nullable().meta({
        description: 'Flesch reading ease, 0–100; null without English prose.',
        example: 64.2,
      }),
      gradeLevel: z.number().nullable().meta({ description: 'US school grade (Flesch-Kincaid).', example: 7.8 }),
      wordCount: z.number().int().meta({ description: 'Number of words.', example: 640 }),
      headings: z.number().int().meta({ description: 'Number of headings.', example: 6 }),
      links: z.number().int().meta({ description: 'Number of links.', example: 4 }),
      imagesMissingAlt: z.number().int().meta({
        description: 'Number of images without alternative text.',
        example: 1,
      }),
      audits: z.array(PageAudit).max(50).describe('The content audits.'),
    })
    .describe('Content score.'),
};

const PageScores = z
  .object({
    pageId: Uuid.describe('Id of the page.'),
    version: Version.describe('Version that was scored.'),
    ...Assessment,
    calculatedAt: Timestamp.describe('Time of the calculation, UTC.'),
  })
  .meta({ id: 'PageScores', description: 'The scores of a page with their audits.' });

type Assessed = Pick<typeof pages.$inferSelect, 'overallScore' | 'seoScore' | 'contentScore' | 'facts' | 'audits'>;

export function toAssessment({ overallScore: overall, seoScore, contentScore, facts, audits }: Assessed) {
  const { words: wordCount, readingEase, gradeLevel, links, images } = facts;
  const seo = { score: seoScore, audits: audits.seo };
  const content = {
    score: contentScore,
    readingEase,
    gradeLevel,
    wordCount,
    headings: facts.headings.count,
    links: links.count,
    imagesMissingAlt: images.missingAlt,
    audits: audits.content,
  };
  return { overall, seo, content };
}

const scored = tenantQuery((db) => {
  const { id, version, seoScore, contentScore, overallScore, facts, audits, updatedAt } = pages;
  return db
    .select({ id, version, seoScore, contentScore, overallScore, facts, audits, updatedAt })
    .from(pages)
    .where(requestedPage);
});

export const pageScoreProcedures = {
  scores: tenantProcedure
    .meta(
      get('/cms/pages/{id}/scores', 'Get page scores', {
        description: 'The SEO and content scores of the current version, with the audits behind them.',
        returns: 'The scores of the page.',
      }),
    )
    .input(ById)
    .output(Data(PageScores))
    .query(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [page] = await scored(db).execute({ clientId: tenant.clientId, id });
      if (!page) throw notFound();

      const { version, updatedAt: calculatedAt } = page;
      return { ok: true, data: { pageId: page.id, version, ...toAssessment(page), calculatedAt } };
    }),
};
