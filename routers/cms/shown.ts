import type { Bylines } from './bylines.ts';
import type { PageRow } from './save.ts';

const WORDS_A_MINUTE = 220;

/** The columns of a page in a list: all but what was written and what was computed from it. */
export type SummaryRow = Omit<PageRow, 'clientId' | 'content' | 'contentHtml' | 'rendering' | 'facts' | 'audits'>;

const addressOf = (website: string | null, { status, slug }: SummaryRow) =>
  website && status === 'published' ? `${website.replace(/\/+$/, '')}/${encodeURIComponent(slug)}` : null;

/** A page of a list, as it goes out. */
export function summaryOf(row: SummaryRow, { personOf, website }: Bylines) {
  const { id, title, slug, status, contentFormat, version, createdAt, updatedAt, publishedAt } = row;
  const { wordCount, excerpt, tags, seoTitle, seoDescription, seoScore, contentScore, overallScore } = row;
  return {
    id,
    title,
    slug,
    status,
    contentFormat,
    scores: { seo: seoScore, content: contentScore, overall: overallScore },
    metadata: {
      wordCount,
      readingTimeMinutes: Math.ceil(wordCount / WORDS_A_MINUTE),
      excerpt,
      author: personOf(row.createdBy),
      tags,
      seoTitle,
      seoDescription,
      url: addressOf(website, row),
    },
    version,
    createdAt,
    updatedAt,
    publishedAt,
  };
}

/** A whole page, as it goes out. */
export const pageOf = (row: PageRow, people: Bylines) => ({
  ...summaryOf(row, people),
  content: row.content,
  contentHtml: row.contentHtml,
});
