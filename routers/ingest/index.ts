import { router } from '../../server/trpc.ts';
import { recordProcedures } from './records.ts';
import { scanProcedures } from './scans.ts';

export const ingestRouter = router({ ...recordProcedures, ...scanProcedures });
