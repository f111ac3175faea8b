import { router } from '../../server/trpc/procedures.ts';
import { connectionProcedures } from './connections.ts';
import { googleProcedures } from './google/procedures.ts';

export const connectionsRouter = router({ ...connectionProcedures, google: router(googleProcedures) });
