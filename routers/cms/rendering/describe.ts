import { assess } from '../scoring/assess.ts';
import type { ContentFormat } from './version.ts';

interface Draft {
  title: string;
  content: string;
  contentFormat: ContentFormat;
  seoTitle: string | null;
  seoDescription: string | null;
}

/** Computes all derived columns of a page on this thread: for the short pages of the demo, not for user content. */
export async function describePage({ content, contentFormat: format, ...page }: Draft) {
  const { compose } = await import('./compose.ts');
  const { facts, ...composed } = compose({ content, format });
  return { ...composed, ...assess({ ...page, facts }) };
}
