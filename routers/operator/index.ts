import { router } from '../../server/trpc/ladder.ts';
import { operatorActivity } from './activity.ts';
import { clientBrandingProcedures } from './branding.ts';
import { clientIngestProcedures } from './client-ingest.ts';
import { clientListProcedures } from './client-list.ts';
import { clientStatusProcedures } from './client-status.ts';
import { clientProcedures } from './clients.ts';
import { clientErasureProcedures } from './erasure/procedures.ts';
import { clientExportProcedures } from './exports.ts';
import { operatorKeyProcedures } from './keys.ts';
import { operatorOverview } from './overview.ts';
import { endSupport, startSupport } from './support-session.ts';
import { userActionProcedures } from './user-actions.ts';
import { userListProcedures } from './users.ts';

export const operatorRouter = router({
  ...operatorOverview,
  ...operatorActivity,
  ...endSupport,
  keys: router(operatorKeyProcedures),
  users: router({ ...userListProcedures, ...userActionProcedures }),
  clients: router({
    ...clientListProcedures,
    ...clientProcedures,
    ...clientBrandingProcedures,
    ...clientStatusProcedures,
    ...startSupport,
    ingest: router(clientIngestProcedures),
    ...clientExportProcedures,
    ...clientErasureProcedures,
  }),
});
