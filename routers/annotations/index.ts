import { router } from '../../server/trpc/procedures.ts';
import { annotationProcedures } from './annotations.ts';

export const annotationsRouter = router(annotationProcedures);
