import { router } from '../../server/trpc.ts';
import { apiKeyProcedures } from './api-keys.ts';
import { profileProcedures } from './profile.ts';
import { sessionProcedures } from './sessions.ts';
import { signInProcedures } from './sign-in.ts';

export const authRouter = router({
  ...signInProcedures,
  account: router({ ...profileProcedures, ...sessionProcedures }),
  org: router(apiKeyProcedures),
});
