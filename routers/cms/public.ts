// The exports for other domains and for the server.
export { loadAuthors } from './authors.ts';
export { isLive, livePages } from './live.ts';
export { readPageTitle } from './page-title.ts';
export { PAGE_ETAG, pageResponse } from './pages.ts';
export { readPublished } from './published.ts';
export { describePage } from './rendering/describe.ts';
export { renderPage } from './save.ts';
export { Page } from './shapes.ts';
export { insertPage } from './store.ts';
export { contentHealth, pagesPublishedThisMonth, publishedPages } from './totals.ts';
