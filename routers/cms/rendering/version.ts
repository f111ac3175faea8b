export type ContentFormat = 'html' | 'markdown';

/** Increase when safe-html.ts changes: pages of an older version are rendered again when they are read. */
export const RENDERING = 3;
