import { factsOf } from './facts.ts';
import { toSafeHtml } from './safe-html.ts';
import { type ContentFormat, RENDERING } from './version.ts';

/** Renders content and computes its facts; can take long, so renderer.ts runs it on a worker thread. */
export function render({ content, format }: { content: string; format: ContentFormat }) {
  const contentHtml = toSafeHtml(content, format);
  return { contentHtml, rendering: RENDERING, facts: factsOf(contentHtml, format) };
}

export type Rendered = ReturnType<typeof render>;
