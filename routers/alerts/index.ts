import { router } from '../../server/trpc/procedures.ts';
import { alertProcedures } from './alerts.ts';
import { firingProcedures } from './firings.ts';

export const alertsRouter = router({ ...alertProcedures, ...firingProcedures });
