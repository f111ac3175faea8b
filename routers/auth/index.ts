import { router } from '../../server/trpc/procedures.ts';
import { acceptInvitationProcedures } from './accept-invitation.ts';
import { changeEmail } from './account/change-email.ts';
import { changePassword } from './account/change-password.ts';
import { deleteAccount } from './account/delete-account.ts';
import { accountExport } from './account/export.ts';
import { notificationProcedures } from './account/notifications.ts';
import { profileProcedures } from './account/profile.ts';
import { sessionProcedures } from './account/sessions.ts';
import { accountActivity, orgActivity } from './activity.ts';
import { consentProcedures } from './assistants/consent.ts';
import { grantProcedures, memberGrantProcedures } from './assistants/grants.ts';
import { emailProcedures } from './email.ts';
import { emailCodeProcedures } from './email-code/procedures.ts';
import { apiKeyProcedures } from './org/api-keys.ts';
import { organizationBranding } from './org/branding.ts';
import { deleteOrganization } from './org/delete-organization.ts';
import { organizationExportProcedures } from './org/exports.ts';
import { invitationProcedures } from './org/invitations.ts';
import { leaveOrganization } from './org/leave.ts';
import { endMemberSessions } from './org/member-sessions.ts';
import { memberProcedures } from './org/members.ts';
import { organizationProcedures } from './org/organization.ts';
import { ownOrganizationProcedures } from './org/own-organizations.ts';
import { passkeyProcedures } from './passkeys/procedures.ts';
import { passkeySignInProcedures } from './passkeys/sign-in.ts';
import { passwordResetProcedures } from './password-reset.ts';
import { registerProcedures } from './register.ts';
import { signInProcedures } from './sign-in.ts';
import { ssoOfferProcedures } from './sso/offer.ts';
import { ssoProcedures } from './sso/procedures.ts';
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
  emailCode: router(emailCodeProcedures),
  passkey: router(passkeySignInProcedures),
  sso: router(ssoOfferProcedures),
  account: router({
    ...profileProcedures,
    ...notificationProcedures,
    sessions: router(sessionProcedures),
    passkeys: router(passkeyProcedures),
    ...consentProcedures,
    grants: router(grantProcedures),
    ...accountActivity,
    ...accountExport,
    changePassword,
    changeEmail,
    remove: deleteAccount,
  }),
  org: router({
    ...organizationProcedures,
    ...organizationBranding,
    ...ownOrganizationProcedures,
    ...orgActivity,
    ...organizationExportProcedures,
    ...ssoProcedures,
    leave: leaveOrganization,
    remove: deleteOrganization,
    members: router({ ...memberProcedures, endSessions: endMemberSessions }),
    invitations: router(invitationProcedures),
    apiKeys: router(apiKeyProcedures),
    grants: router(memberGrantProcedures),
  }),
});
