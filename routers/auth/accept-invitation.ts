import { and, eq, not } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { sessions, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { clearBrowserCache } from '../../server/http/etag.ts';
import { record } from '../../server/identity/security-trail.ts';
import { isVerifiedByOwner } from '../../server/identity/verified.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { publicProcedure } from '../../server/trpc/procedures.ts';
import { Ok } from '../values/shapes.ts';
import { createAccount } from './create-account.ts';
import { lockCaller } from './lock-caller.ts';
import { voidTokens } from './one-time-tokens.ts';
import type { Membership } from './org/memberships.ts';
import { findInvitation, firstWayOf, redeemInvitation } from './org/seats.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, InvitationProof, OrgId, OrgName, ProperName, Role, Token } from './shapes.ts';
import { SignInPolicy } from './sign-in-policy.ts';

const { post } = authRoutes('Authentication');

const AcceptInvitation = z.object({
  token: Token.describe('Token from the invitation link.'),
  proof: InvitationProof.optional(),
  password: ChosenPassword.describe('Password of the new account, 8 to 128 characters.').optional(),
  name: ProperName.meta({ description: 'Full name of the new user.', example: 'Lena Fischer' }).optional(),
});

const Acceptance = Ok.extend({
  status: z
    .enum(['accepted', 'pending'])
    .describe('`accepted`: the membership exists. `pending`: the address has to register first.'),
  orgId: OrgId,
  role: Role,
  requiresRegistration: z
    .literal(true)
    .optional()
    .describe('Only with `pending`: send the token again with a password, or register with it.'),
  email: z
    .string()
    .optional()
    .meta({ description: 'Only with `pending`: the invited address.', example: 'lena@harborstreetdental.example' }),
  orgName: OrgName.optional().describe('Only with `pending`: the name of the organization.'),
  signIn: SignInPolicy.optional().describe('Only with `pending`: the ways to sign in later that are open to members.'),
});

const accepted = (membership: Membership) => ({ ok: true as const, status: 'accepted' as const, ...membership });

/** Verifies the address of an account whose session and mailbox are in one hand, as the verification email does. */
async function confirmAddress(tx: AccountDb, { request }: AccountContext, about: { userId: string; orgId: string }) {
  const [confirmed] = await tx
    .update(users)
    .set({ emailVerified: true, verifiedByLink: false })
    .where(and(eq(users.id, about.userId), not(isVerifiedByOwner)))
    .returning({ id: users.id });
  if (!confirmed) return;
  await voidTokens(tx, about.userId, ['email_verification']);
  await record(tx, request, { type: 'email_verified', ...about });
}

export const acceptInvitationProcedures = {
  acceptInvitation: publicProcedure
    .meta(
      post('/auth/accept-invitation', 'Accept an invitation', {
        description:
          'A signed-in caller must have the invited address; the session moves to the organization. Signed out with a `password`, an account is created and signed in; its address is verified where `proof` is that of the email. Signed out, an `Idempotency-Key` is ignored. Signed out without a password, the response is `pending` and the token remains valid. `LOGIN_REQUIRED`: the invited address already has an account. `SIGN_IN_METHOD`: members join this organization by single sign-on, which takes the invitation; or it has closed the password to them, and they need the `proof` of the email, with an account too. `issues` then name what no way to sign in helps against: `proof`, or an `email` of a domain that is not verified for single sign-on.',
        returns: 'The membership, or `pending` when the invited address has no account yet.',
        limit: 'register',
        movesCaller: true,
        errors: ['INVALID_TOKEN', 'LOGIN_REQUIRED', 'SIGN_IN_METHOD'],
      }),
    )
    .input(AcceptInvitation)
    .output(Acceptance)
    .mutation(async ({ ctx, input: { token, proof, password, name } }) => {
      const { db, caller } = ctx;
      const signedIn = caller.kind === 'person' ? caller : undefined;
      const invitation = await findInvitation(db, { token, proof }, signedIn?.user.email);
      const { email, orgId, role, orgName, signIn, isMailed } = invitation;

      if (signedIn) {
        const membership = await db.transaction(async (tx) => {
          await lockCaller(tx, signedIn);
          const joined = await redeemInvitation(tx, ctx, { token, orgId, userId: signedIn.user.id });
          if (isMailed) await confirmAddress(tx, ctx, { userId: signedIn.user.id, orgId });
          await tx.update(sessions).set({ orgId }).where(eq(sessions.id, signedIn.session.id));
          return joined;
        });
        clearBrowserCache(ctx.reply);
        return accepted(membership);
      }

      const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (account) throw new PortalError('LOGIN_REQUIRED');
      const by = firstWayOf(invitation);
      if (password === undefined)
        return { ok: true, status: 'pending', orgId, role, requiresRegistration: true, email, orgName, signIn };

      const newcomer = { email, password, name, emailVerified: isMailed, by };
      const created = await createAccount(ctx, newcomer, (tx, { id }) =>
        redeemInvitation(tx, ctx, { token, orgId, userId: id }),
      );
      if (!created) throw new PortalError('LOGIN_REQUIRED');
      return accepted(created.membership);
    }),
};
