// All tables.
export * from './accounts.ts';
export * from './analytics.ts';
export * from './billing.ts';
export * from './content.ts';
export * from './goals.ts';
export * from './idempotency.ts';
export * from './insights.ts';
export * from './investments.ts';
export * from './invitations.ts';
export * from './pages.ts';
export * from './rate-limits.ts';
export * from './records.ts';
export * from './reviews.ts';
export * from './scores.ts';
export * from './second-factors.ts';
export * from './social.ts';
export * from './tasks.ts';
