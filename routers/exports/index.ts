import { router } from '../../server/trpc/procedures.ts';
import { goalExportProcedures } from './goals.ts';
import { reportExportProcedures } from './report.ts';

export const exportsRouter = router({ ...goalExportProcedures, ...reportExportProcedures });
