import { router } from '../../server/trpc/ladder.ts';
import { recordProcedures } from './records.ts';
import { scanProcedures } from './scans.ts';

export const ingestRouter = router({ ...recordProcedures, ...scanProcedures });
