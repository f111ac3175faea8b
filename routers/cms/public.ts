// The exports for other domains and for the server.
export { describePage } from './rendering/describe.ts';
export { contentHealth, publishedPages } from './totals.ts';
