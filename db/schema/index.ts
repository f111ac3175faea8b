// The table of contents of what is stored.
export * from './accounts.ts';
export * from './insights.ts';
export * from './rate-limits.ts';
export * from './scores.ts';
