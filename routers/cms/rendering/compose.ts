import { factsOf } from './facts.ts';
import { toSafeHtml } from './safe-html.ts';
import { type ContentFormat, RENDERING } from './version.ts';

/**
 * What is computed from a page's content alone, however long that takes: composer.ts runs it on a thread
 * of its own.
 */
export function compose({ content, format }: { content: string; format: ContentFormat }) {
  const contentHtml = toSafeHtml(content, format);
  return { contentHtml, rendering: RENDERING, facts: factsOf(contentHtml, format) };
}

export type Composed = ReturnType<typeof compose>;
