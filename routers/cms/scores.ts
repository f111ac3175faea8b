import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pages } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data, Timestamp } from '../shapes.ts';
import { thisPage } from './past.ts';

const { get } = rest('CMS');

const Score = z.number().min(0).max(100);

const Audit = z.object({
  id: z.string(),
  title: z.string(),
  score: z.number().min(0).max(1).nullable(),
  weight: z.number(),
  detail: z.string(),
});

const PageScores = z.object({
  pageId: z.uuid(),
  version: z.number().int(),
  overall: Score,
  seo: z.object({ score: Score, audits: z.array(Audit) }),
  content: z.object({
    score: Score,
    readingEase: Score.nullable(),
    gradeLevel: z.number().nullable(),
    wordCount: z.number().int(),
    headings: z.number().int(),
    links: z.number().int(),
    imagesMissingAlt: z.number().int(),
    audits: z.array(Audit),
  }),
  calculatedAt: Timestamp,
});

const scored = tenantQuery((db) => {
  const { id, version, seoScore, contentScore, overallScore, facts, audits, updatedAt } = pages;
  return db
    .select({ id, version, seoScore, contentScore, overallScore, facts, audits, updatedAt })
    .from(pages)
    .where(thisPage);
});

export const pageScoreProcedures = {
  scores: tenantProcedure
    .meta(get('/cms/pages/{id}/scores', 'How well a page can be found and read, and why'))
    .input(ById)
    .output(Data(PageScores))
    .query(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [page] = await scored(db).execute({ clientId: tenant.clientId, id });
      if (!page) throw notFound();

      const { version, overallScore: overall, facts, audits, updatedAt: calculatedAt } = page;
      const { words: wordCount, readingEase, gradeLevel, links, images } = facts;
      const seo = { score: page.seoScore, audits: audits.seo };
      const content = {
        score: page.contentScore,
        readingEase,
        gradeLevel,
        wordCount,
        headings: facts.headings.count,
        links: links.count,
        imagesMissingAlt: images.missingAlt,
        audits: audits.content,
      };
      return { ok: true, data: { pageId: page.id, version, overall, seo, content, calculatedAt } };
    }),
};
