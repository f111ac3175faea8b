import { router } from '../server/trpc/ladder.ts';
import { analyticsRouter } from './analytics/index.ts';
import { authRouter } from './auth/index.ts';
import { billingRouter } from './billing/index.ts';
import { cmsRouter, templates } from './cms/index.ts';
import { contentProcedures } from './content/index.ts';
import { dashboardRouter } from './dashboard/index.ts';
import { exportsRouter } from './exports/index.ts';
import { ingestRouter } from './ingest/index.ts';
import { insightsRouter } from './insights/index.ts';
import { operatorRouter } from './operator/index.ts';
import { visibilityRouter } from './visibility/index.ts';
import { webhooksRouter } from './webhooks/index.ts';

/** The table of contents: a path's first word is its router, but for `content-…`. */
export const appRouter = router({
  analytics: analyticsRouter,
  auth: authRouter,
  billing: billingRouter,
  cms: cmsRouter,
  ...contentProcedures,
  dashboard: dashboardRouter,
  exports: exportsRouter,
  ingest: ingestRouter,
  insights: insightsRouter,
  operator: operatorRouter,
  templates,
  visibility: visibilityRouter,
  webhooks: webhooksRouter,
});

/** All that a TypeScript frontend needs to know of the server. */
export type AppRouter = typeof appRouter;
