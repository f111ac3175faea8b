// What other domains and the process may use of this one.
export { describePage } from './rendering/describe.ts';
export { contentHealth, publishedPages } from './totals.ts';
