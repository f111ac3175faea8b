import type { Domain } from '../server/domain.ts';
import { router } from '../server/trpc/ladder.ts';
import { analyticsRouter } from './analytics/index.ts';
import { authDomain } from './auth/domain.ts';
import { authRouter } from './auth/index.ts';
import { billingDomain } from './billing/domain.ts';
import { billingRouter } from './billing/index.ts';
import { cmsRouter, templates } from './cms/index.ts';

import { contentProcedures } from './content/index.ts';
import { dashboardRouter } from './dashboard/index.ts';
import { exportsDomain } from './exports/domain.ts';
import { exportsRouter } from './exports/index.ts';
import { ingestRouter } from './ingest/index.ts';
import { insightsDomain } from './insights/domain.ts';
import { insightsRouter } from './insights/index.ts';
import { visibilityRouter } from './visibility/index.ts';

/** The table of contents: a path's first word is its router. */
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
  templates,
  visibility: visibilityRouter,
});

/** All that a TypeScript frontend needs to know of the server. */
export type AppRouter = typeof appRouter;

/** The domains that do more than answer calls. */
export const domains: Domain[] = [authDomain, billingDomain, exportsDomain, insightsDomain];
