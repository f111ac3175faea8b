import { router } from '../../server/trpc/procedures.ts';
import { changeProcedures } from './changes.ts';
import { recordProcedures } from './records.ts';
import { scanProcedures } from './scans.ts';

export const ingestRouter = router({ ...recordProcedures, ...scanProcedures, ...changeProcedures });
