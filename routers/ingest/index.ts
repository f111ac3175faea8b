import { router } from '../../server/trpc.ts';
import { scanProcedures } from './scans.ts';

export const ingestRouter = router({ ...scanProcedures });
