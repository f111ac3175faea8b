import { router } from '../../server/trpc.ts';
import { acceptInvitationProcedures } from './accept-invitation.ts';
import { accountActivity, orgActivity } from './activity.ts';
import { apiKeyProcedures } from './api-keys.ts';
import { emailProcedures } from './email.ts';
import { invitationProcedures } from './invitations.ts';
import { memberProcedures } from './members.ts';
import { organizationProcedures } from './organization.ts';
import { ownOrganizationProcedures } from './organizations.ts';
import { changePassword, passwordProcedures } from './password.ts';
import { profileProcedures } from './profile.ts';
import { secondStepProcedures } from './second-step.ts';
import { sessionProcedures } from './sessions.ts';
import { signInProcedures } from './sign-in.ts';
import { twoFactorProcedures } from './two-factor.ts';

export const authRouter = router({
  ...signInProcedures,
  ...emailProcedures,
  ...passwordProcedures,
  ...acceptInvitationProcedures,
  twoFactor: router({ ...twoFactorProcedures, ...secondStepProcedures }),
  account: router({ ...profileProcedures, ...sessionProcedures, ...accountActivity, changePassword }),
  org: router({
    ...organizationProcedures,
    ...ownOrganizationProcedures,
    ...memberProcedures,
    ...invitationProcedures,
    ...apiKeyProcedures,
    ...orgActivity,
  }),
});
