import { router } from '../../server/trpc/procedures.ts';
import { invoiceProcedures } from './invoices.ts';
import { portalProcedures } from './portal.ts';
import { subscriptionProcedures } from './subscription.ts';

export const billingRouter = router({ ...subscriptionProcedures, ...invoiceProcedures, ...portalProcedures });
