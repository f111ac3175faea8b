import { router } from '../server/trpc/procedures.ts';
import { alertsRouter } from './alerts/index.ts';
import { analyticsRouter } from './analytics/index.ts';
import { annotationsRouter } from './annotations/index.ts';
import { authRouter } from './auth/index.ts';
import { billingRouter } from './billing/index.ts';
import { cmsRouter, templates } from './cms/index.ts';
import { connectionsRouter } from './connections/index.ts';
import { contentProcedures } from './content/index.ts';
import { dashboardRouter } from './dashboard/index.ts';
import { exportsRouter } from './exports/index.ts';
import { importProcedures } from './imports/index.ts';
import { ingestRouter } from './ingest/index.ts';
import { insightsRouter } from './insights/index.ts';
import { measurementRouters } from './measurement/index.ts';
import { operatorRouter } from './operator/index.ts';
import { reportsRouter } from './reports/index.ts';
import { visibilityProcedures } from './visibility/index.ts';
import { webhooksRouter } from './webhooks/index.ts';

const domains = {
  alerts: alertsRouter,
  analytics: analyticsRouter,
  annotations: annotationsRouter,
  auth: authRouter,
  billing: billingRouter,
  cms: cmsRouter,
  connections: connectionsRouter,
  ...contentProcedures,
  dashboard: dashboardRouter,
  exports: exportsRouter,
  ...importProcedures,
  ingest: ingestRouter,
  insights: insightsRouter,
  reports: reportsRouter,
  templates,
  visibility: router({ ...visibilityProcedures, ...measurementRouters }),
  webhooks: webhooksRouter,
};

/** The table of contents: a path's first word is its router, but for `content-…`. */
export const appRouter = router({ ...domains, operator: operatorRouter(router(domains)) });

/** All that a TypeScript frontend needs to know of the server. */
export type AppRouter = typeof appRouter;
