import { router } from '../../server/trpc.ts';
import { scoreProcedures } from './scores.ts';

export const visibilityRouter = router({ ...scoreProcedures });
