export type ContentFormat = 'html' | 'markdown';

/** Goes up when safe-html.ts lets something else through: what an older one rendered is rendered anew when it is read. */
export const RENDERING = 1;
