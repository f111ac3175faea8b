import { router } from '../../server/trpc.ts';
import { acceptInvitationProcedures } from './accept-invitation.ts';
import { apiKeyProcedures } from './api-keys.ts';
import { invitationProcedures } from './invitations.ts';
import { memberProcedures } from './members.ts';
import { organizationProcedures } from './organization.ts';
import { ownOrganizationProcedures } from './organizations.ts';
import { profileProcedures } from './profile.ts';
import { sessionProcedures } from './sessions.ts';
import { signInProcedures } from './sign-in.ts';

export const authRouter = router({
  ...signInProcedures,
  ...acceptInvitationProcedures,
  account: router({ ...profileProcedures, ...sessionProcedures }),
  org: router({
    ...organizationProcedures,
    ...ownOrganizationProcedures,
    ...memberProcedures,
    ...invitationProcedures,
    ...apiKeyProcedures,
  }),
});
