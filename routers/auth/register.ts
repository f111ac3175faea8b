import { z } from 'zod';
import { explain, PortalError } from '../../server/errors.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { publicProcedure } from '../../server/trpc/procedures.ts';
import { Ok } from '../values/shapes.ts';
import { createAccount } from './create-account.ts';
import { withinMailLimit } from './mail-limits.ts';
import { alreadyRegisteredMail } from './mails.ts';
import { createOwnOrganization } from './org/memberships.ts';
import { findInvitation, firstWayOf, redeemInvitation } from './org/seats.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, Email, InvitationProof, ProperName, Token, User } from './shapes.ts';

const { post } = authRoutes('Authentication');

const Registration = z
  .object({
    email: Email,
    password: ChosenPassword,
    name: ProperName.optional().meta({ description: 'Full name.', example: 'Lena Fischer' }),
    orgName: ProperName.optional().meta({
      description: 'Name of the new organization; by default it is named after the user. Ignored with an invitation.',
      example: 'Casco Bay Dental',
    }),
    invitationToken: Token.optional().describe(
      'Token from an invitation link: the user joins the inviting organization instead of a new one.',
    ),
    invitationProof: InvitationProof.optional(),
  })
  .meta({
    // Without an invitation token, so that the request of the documentation page succeeds.
    examples: [
      {
        email: 'lena@harborstreetdental.example',
        password: 'correct horse battery',
        name: 'Lena Fischer',
        orgName: 'Casco Bay Dental',
      },
    ],
  });

/** What the link of an invitation carries; nothing of it for who was not invited. */
type RegistrationLink = { token: string | undefined; proof: string | undefined };

/**
 * The invitation of a token. Where registration is not open, nobody is told more than that.
 *
 * @throws INVALID_TOKEN, FORBIDDEN, SIGN_IN_METHOD, REGISTRATION_CLOSED
 */
async function invitationFor({ db, deps }: AccountContext, { token, proof }: RegistrationLink, email: string) {
  const isClosed = deps.env.REGISTRATION === 'invited';
  if (token === undefined && isClosed) throw new PortalError('REGISTRATION_CLOSED');
  if (token === undefined) return undefined;
  return findInvitation(db, { token, proof }, email).catch((error) => {
    throw isClosed && explain(error).errorCode === 'INVALID_TOKEN' ? new PortalError('REGISTRATION_CLOSED') : error;
  });
}

export const registerProcedures = {
  register: publicProcedure
    .meta(
      post('/auth/register', 'Register an account', {
        description:
          'Creates a user and an organization with the user as its administrator, sends a verification email and signs in. With `invitationToken` the user joins the inviting organization instead; with `invitationProof` of the same email as well, the address is verified and no verification email is sent. The profile’s `locale` is the first language of `Accept-Language`, if emails are available in it. `REGISTRATION_CLOSED`: where the portal is set to invitations, without the token of one. `EMAIL_EXISTS`: the owner of the address is notified by email. `SIGN_IN_METHOD`: as for `accept-invitation`.',
        returns: 'The new user; the cookies hold the session.',
        status: 201,
        limit: 'register',
        errors: ['EMAIL_EXISTS', 'INVALID_TOKEN', 'REGISTRATION_CLOSED', 'SIGN_IN_METHOD'],
      }),
    )
    .input(Registration)
    .output(Ok.extend({ user: User }))
    .mutation(async ({ ctx, input: { orgName, invitationToken: token, invitationProof: proof, ...account } }) => {
      const { db, deps } = ctx;
      const invitation = await invitationFor(ctx, { token, proof }, account.email);

      const emailVerified = invitation?.isMailed ?? false;
      const by = invitation && firstWayOf(invitation);
      const created = await createAccount(ctx, { ...account, emailVerified, by }, (tx, user) =>
        token && invitation
          ? redeemInvitation(tx, ctx, { token, orgId: invitation.orgId, userId: user.id })
          : createOwnOrganization(tx, user, orgName),
      );
      if (!created) {
        // The owner of the address may have forgotten the account, or somebody else tried to register it.
        const { email } = account;
        if (await withinMailLimit(ctx, email, 'warningsTo')) await deps.mail.queue(db, email, alreadyRegisteredMail());
        throw new PortalError('EMAIL_EXISTS');
      }
      return { ok: true, user: created.user };
    }),
};
