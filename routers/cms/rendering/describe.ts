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
  const { render } = await import('./render.ts');
  const { facts, ...rendered } = render({ content, format });
  return { ...rendered, ...assess({ ...page, facts }) };
}
