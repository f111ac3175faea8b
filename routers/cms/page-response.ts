import type { Authors } from './authors.ts';
import type { PageRow } from './store.ts';

const WORDS_PER_MINUTE = 220;

/** The columns of a page in a list: all but the content and the data computed from it. */
type SummaryRow = Omit<PageRow, 'clientId' | 'content' | 'contentHtml' | 'rendering' | 'facts' | 'audits'>;

/** A page in a list response. */
export function toPageSummary(row: SummaryRow, { authorOf }: Authors) {
  const { id, title, slug, status, contentFormat, version, createdAt, updatedAt, publishedAt, scheduledAt } = row;
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
      readingTimeMinutes: Math.ceil(wordCount / WORDS_PER_MINUTE),
      excerpt,
      author: authorOf(row.createdBy),
      tags,
      seoTitle,
      seoDescription,
      url: row.url ?? row.reportedUrl,
    },
    version,
    createdAt,
    updatedAt,
    publishedAt,
    scheduledAt,
  };
}

/** A page in a response. */
export const toPage = (row: PageRow, authors: Authors) => ({
  ...toPageSummary(row, authors),
  content: row.content,
  contentHtml: row.contentHtml,
});
