import { router } from '../../server/trpc.ts';
import { goalExportProcedures } from './goals.ts';

export const exportsRouter = router({ ...goalExportProcedures });
