import { router } from '../../server/trpc/ladder.ts';
import { goalExportProcedures } from './goals.ts';
import { reportExportProcedures } from './report.ts';

export const exportsRouter = router({ ...goalExportProcedures, ...reportExportProcedures });
