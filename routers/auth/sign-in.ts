import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { clearSessionCookies, setHalfwayCookie } from '../../server/identity/cookies.ts';
import { verifyPassword } from '../../server/identity/password.ts';
import { record } from '../../server/identity/security-trail.ts';
import { limited, publicProcedure, signedIn } from '../../server/trpc/ladder.ts';
import { Nothing, Ok } from '../shapes.ts';
import { findAccount, holdPassword } from './find-account.ts';
import { mayMail } from './mail-budgets.ts';
import { alreadyRegisteredMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import { openAccount } from './open-account.ts';
import { homeOf, openHome } from './org/home.ts';
import { findInvitation, takeSeat } from './org/seats.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, Email, Name, SignedIn, Token, TypedPassword, User } from './shapes.ts';
import { signIn } from './start-session.ts';
import { countAttempt, forgetFailures, touchFailures } from './wrong-passwords.ts';

const { post } = authRoutes('Authentication');

const Registration = z
  .object({
    email: Email,
    password: ChosenPassword,
    name: Name.optional().meta({ description: 'Full name.', example: 'Lena Fischer' }),
    orgName: Name.optional().meta({
      description: 'Name of the new organization; by default it is named after the user. Ignored with an invitation.',
      example: 'Casco Bay Dental',
    }),
    invitationToken: Token.optional().describe(
      'Token from an invitation link: the user joins the inviting organization instead of a new one.',
    ),
  })
  .meta({
    // Without an invitation token: the request of the documentation page succeeds.
    example: {
      email: 'lena@harborstreetdental.example',
      password: 'correct horse battery',
      name: 'Lena Fischer',
      orgName: 'Casco Bay Dental',
    },
  });

const Credentials = z.object({
  email: Email.meta({ description: 'Address of the account.', example: 'demo@example.com' }),
  password: TypedPassword.describe('Password of the account.'),
});

/** The response to a correct password when two-factor authentication is on: there is no session yet. */
const TwoFactorRequired = Ok.extend({
  requires2FA: z.literal(true).describe('Always true: a code completes the sign-in.'),
  tempToken: z.string().meta({
    description: 'Token for the second step, valid for five minutes; also set as the cookie `portal_2fa`.',
    example: 'Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
});

export const signInProcedures = {
  register: publicProcedure
    .meta(
      post('/auth/register', 'Register an account', {
        description:
          'Creates a user and an organization with the user as its administrator, sends a verification email and signs in. With `invitationToken` the user joins the inviting organization instead. `EMAIL_EXISTS`: the owner of the address is notified by email.',
        returns: 'The new user; the cookies hold the session.',
        status: 201,
        limit: 'register',
        errors: ['EMAIL_EXISTS', 'INVALID_TOKEN'],
      }),
    )
    .input(Registration)
    .output(Ok.extend({ user: User }))
    .mutation(async ({ ctx, input: { orgName, invitationToken: token, ...account } }) => {
      const { db, deps } = ctx;
      const invitation = token === undefined ? undefined : await findInvitation(db, token, account.email);

      const opened = await openAccount(ctx, account, (tx, user) =>
        token && invitation
          ? takeSeat(tx, ctx.request, { token, orgId: invitation.orgId, userId: user.id })
          : openHome(tx, user, orgName),
      );
      if (!opened) {
        // The one whose address it is learns of it too, and may have forgotten the account.
        const to = account.email;
        if (await mayMail(ctx, to, 'warningsTo')) await deps.mail.queue(db, to, alreadyRegisteredMail());
        throw new PortalError('EMAIL_EXISTS');
      }
      return { ok: true, user: opened.user };
    }),

  login: publicProcedure
    .meta(
      post('/auth/login', 'Sign in', {
        description:
          'Starts a session in the organization used last. With two-factor authentication on, the response holds a token for the second step instead. Ten wrong passwords in a row lock the account for 15 minutes.',
        returns: 'The signed-in user and the session cookies, or the token for the second step.',
        limit: 'login',
        errors: ['INVALID_CREDENTIALS'],
      }),
    )
    .input(Credentials)
    .use(limited('login'))
    .output(z.union([SignedIn, TwoFactorRequired]))
    .mutation(async ({ ctx, input: { email, password } }) => {
      const { db, request, reply } = ctx;
      await countAttempt(db, email);

      const account = await findAccount(db, eq(users.email, email));
      const good = await verifyPassword(account?.passwordHash, password);
      const about = { userId: account?.id, orgId: account?.orgId ?? undefined, details: { by: 'password' } };
      if (!good || !account) {
        await (account ? record(db, request, { type: 'sign_in_failed', ...about }) : touchFailures(db, email));
        throw new PortalError('INVALID_CREDENTIALS');
      }

      const { id, needsCode } = account;
      await forgetFailures(db, email);
      const orgId = account.orgId ?? (await homeOf(db, id));
      if (needsCode) {
        const tempToken = await db.transaction(async (tx) => {
          await holdPassword(tx, account);
          await record(tx, request, { type: 'second_factor_asked', ...about, orgId });
          return issueToken(tx, 'second_factor', id);
        });
        setHalfwayCookie(reply, tempToken);
        return { ok: true, requires2FA: true, tempToken } as const;
      }

      await signIn(ctx, id, orgId, (tx) => holdPassword(tx, account));
      return { ok: true, user: { id, email: account.email, orgId } } as const;
    }),

  logout: publicProcedure
    .meta(
      post('/auth/logout', 'Sign out', {
        description:
          'Ends the session and clears the cookies, which are cleared even if the session has already ended.',
        returns: 'The session has ended.',
      }),
    )
    .use(({ ctx, next }) => {
      // Before the session check, so that a browser with an expired session loses its cookies too.
      clearSessionCookies(ctx.reply);
      return next();
    })
    .use(signedIn)
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx: { db, request, user, session } }) => {
      await db.transaction(async (tx) => {
        const ended = await tx.delete(sessions).where(eq(sessions.id, session.id)).returning({ id: sessions.id });
        const about = { userId: user.id, orgId: session.organization.clientId };
        if (ended.length > 0) await record(tx, request, { type: 'signed_out', ...about });
      });
      return { ok: true };
    }),
};
