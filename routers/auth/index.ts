import { router } from '../../server/trpc.ts';
import { accountRouter } from './account.ts';
import { apiKeyProcedures } from './api-keys.ts';
import { signInProcedures } from './sign-in.ts';

export const authRouter = router({
  ...signInProcedures,
  account: accountRouter,
  org: router(apiKeyProcedures),
});
