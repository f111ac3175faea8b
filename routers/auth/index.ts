import { router } from '../../server/trpc/ladder.ts';
import { acceptInvitationProcedures } from './accept-invitation.ts';
import { changePassword } from './account/change-password.ts';
import { profileProcedures } from './account/profile.ts';
import { sessionProcedures } from './account/sessions.ts';
import { accountActivity, orgActivity } from './activity.ts';
import { emailProcedures } from './email.ts';
import { apiKeyProcedures } from './org/api-keys.ts';
import { invitationProcedures } from './org/invitations.ts';
import { memberProcedures } from './org/members.ts';
import { organizationProcedures } from './org/organization.ts';
import { ownOrganizationProcedures } from './org/own-organizations.ts';
import { passwordResetProcedures } from './password-reset.ts';
import { registerProcedures } from './register.ts';
import { signInProcedures } from './sign-in.ts';
import { confirmTwoFactor } from './two-factor/confirm.ts';
import { secondStepProcedures } from './two-factor/second-step.ts';
import { twoFactorProcedures } from './two-factor/settings.ts';

export const authRouter = router({
  ...registerProcedures,
  ...signInProcedures,
  ...emailProcedures,
  ...passwordResetProcedures,
  ...acceptInvitationProcedures,
  twoFactor: router({ ...twoFactorProcedures, confirm: confirmTwoFactor, ...secondStepProcedures }),
  account: router({ ...profileProcedures, sessions: router(sessionProcedures), ...accountActivity, changePassword }),
  org: router({
    ...organizationProcedures,
    ...ownOrganizationProcedures,
    ...orgActivity,
    members: router(memberProcedures),
    invitations: router(invitationProcedures),
    apiKeys: router(apiKeyProcedures),
  }),
});
