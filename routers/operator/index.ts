import type { AnyRouter } from '@trpc/server';
import { router } from '../../server/trpc/procedures.ts';
import { operatorActivity } from './activity.ts';
import { clientBrandingProcedures } from './branding.ts';
import { bulkProcedures } from './bulk.ts';
import { clientIngestProcedures } from './client-ingest.ts';
import { clientInviteProcedures } from './client-invite.ts';
import { clientKeyProcedures } from './client-keys.ts';
import { clientListProcedures } from './client-list.ts';
import { clientStateProcedures } from './client-state.ts';
import { clientStatusProcedures } from './client-status.ts';
import { clientProcedures } from './clients.ts';
import { operatorConnectionProcedures } from './connections.ts';
import { clientErasureProcedures } from './erasure/procedures.ts';
import { clientExportProcedures } from './exports.ts';
import { operatorGoogleProcedures } from './google.ts';
import { operatorKeyProcedures } from './keys.ts';
import { operatorOverview } from './overview.ts';
import { planProcedures } from './plans.ts';
import { portfolioOverview } from './portfolios/overview.ts';
import { portfolioProcedures } from './portfolios/portfolios.ts';
import { prospectProcedures } from './prospects.ts';
import { operatorReportProcedures } from './reports/reports.ts';
import { reportRunProcedures } from './reports/run.ts';
import { reportScheduleProcedures } from './reports/schedules.ts';
import { reportTemplateProcedures } from './reports/templates.ts';
import { endSupport, startSupport } from './support-session.ts';
import { userActionProcedures } from './user-actions.ts';
import { userListProcedures } from './users.ts';
import { viewsOf } from './views.ts';

/** `data` has the queries of members, which operators may look at for each client. */
export const operatorRouter = (data: AnyRouter) =>
  router({
    ...operatorOverview,
    ...operatorActivity,
    ...planProcedures,
    ...endSupport,
    connections: router({ ...operatorConnectionProcedures, google: router(operatorGoogleProcedures) }),
    keys: router(operatorKeyProcedures),
    portfolios: router({ ...portfolioProcedures, ...portfolioOverview }),
    reports: router(operatorReportProcedures),
    reportSchedules: router({ ...reportScheduleProcedures, ...reportRunProcedures }),
    reportTemplates: router(reportTemplateProcedures),
    users: router({ ...userListProcedures, ...userActionProcedures }),
    clients: router({
      ...clientListProcedures,
      ...clientProcedures,
      ...clientBrandingProcedures,
      ...clientStateProcedures,
      ...bulkProcedures,
      ...clientStatusProcedures,
      ...startSupport,
      ...clientKeyProcedures,
      ...clientInviteProcedures,
      ...prospectProcedures,
      ingest: router(clientIngestProcedures),
      view: viewsOf(data),
      ...clientExportProcedures,
      ...clientErasureProcedures,
    }),
  });
