import { assess } from '../scoring/assess.ts';
import type { ContentFormat } from './version.ts';

interface Written {
  title: string;
  content: string;
  contentFormat: ContentFormat;
  seoTitle: string | null;
  seoDescription: string | null;
}

/** All that is computed of a page when it is saved, on this thread: for short pages of our own, not for what people send. */
export async function describePage({ content, contentFormat: format, ...page }: Written) {
  const { compose } = await import('./compose.ts');
  const { facts, ...composed } = compose({ content, format });
  return { ...composed, ...assess({ ...page, facts }) };
}
