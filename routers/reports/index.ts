import { router } from '../../server/trpc/procedures.ts';
import { memberLinkProcedures } from './member-links.ts';
import { memberReportProcedures } from './member-reports.ts';

export const reportsRouter = router({ ...memberReportProcedures, links: router(memberLinkProcedures) });
