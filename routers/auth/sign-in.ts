import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { memberships, users } from '../../db/schema/index.ts';
import { clearSessionCookies } from '../../server/auth/cookies.ts';
import { homeOf, openHome } from '../../server/auth/home.ts';
import { NewPassword, verifyPassword } from '../../server/auth/password.ts';
import { findInvitation, takeSeat } from '../../server/auth/seats.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import { countAttempt, forgetFailures } from '../../server/auth/wrong-passwords.ts';
import { PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits.ts';
import { rest } from '../../server/rest.ts';
import { limited, loginProcedure, publicProcedure, signedIn } from '../../server/trpc.ts';
import { Nothing, Ok } from '../shapes.ts';
import { openAccount } from './open-account.ts';
import { Email, Name, NewUser, Token } from './shapes.ts';

const { post } = rest('Authentication');

const Registration = z.object({
  email: Email,
  password: NewPassword.meta({
    minLength: TEXT.passwordMin,
    maxLength: TEXT.passwordMax,
    example: 'correct horse battery',
  }),
  name: Name.optional().meta({ example: 'Ada Lovelace' }),
  orgName: Name.optional().meta({ example: 'Lovelace Dental' }),
  invitationToken: Token.optional().meta({ description: 'Takes a seat in the inviting organization instead.' }),
});

// What is typed at sign-in is compared, not chosen: it is bounded, and nothing about it is explained.
const Credentials = z.object({
  email: Email,
  password: z
    .string()
    .min(1)
    .max(TEXT.passwordMax * 4),
});

export const signInProcedures = {
  register: publicProcedure
    .meta(post('/auth/register', 'Register, with an organization of one’s own', { status: 201, protect: false }))
    .use(limited('register'))
    .input(Registration)
    .output(z.object({ ok: z.literal(true), user: NewUser }))
    .mutation(async ({ ctx, input: { orgName, invitationToken: token, ...account } }) => {
      const { database } = ctx.deps;
      const invitation = token === undefined ? undefined : await findInvitation(database.db, token, account.email);

      const opened = await openAccount(ctx, account, (tx, user) =>
        token && invitation
          ? takeSeat(tx, ctx.request, { token, orgId: invitation.orgId, userId: user.id })
          : openHome(tx, user, orgName),
      );
      if (!opened) throw new PortalError('EMAIL_EXISTS');
      return { ok: true, user: opened.user };
    }),

  login: loginProcedure
    .meta(post('/auth/login', 'Sign in', { protect: false }))
    .input(Credentials)
    .use(limited('login'))
    .output(z.object({ ok: z.literal(true), user: z.object({ id: z.uuid(), email: z.string(), orgId: z.uuid() }) }))
    .mutation(async ({ ctx, input: { email, password } }) => {
      const { db } = ctx.deps.database;
      await countAttempt(db, email);

      const [account] = await db
        .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, orgId: memberships.orgId })
        .from(users)
        .leftJoin(memberships, eq(memberships.userId, users.id))
        .where(eq(users.email, email))
        .orderBy(desc(memberships.lastUsedAt))
        .limit(1);
      const good = await verifyPassword(account?.passwordHash, password);
      if (!good || !account) throw new PortalError('INVALID_CREDENTIALS');

      await forgetFailures(db, email);
      const orgId = account.orgId ?? (await homeOf(db, account.id));
      await signIn(ctx, account.id, orgId);
      return { ok: true, user: { id: account.id, email: account.email, orgId } };
    }),

  logout: publicProcedure
    .meta(post('/auth/logout', 'Sign out'))
    .use(({ ctx, next }) => {
      // Also for a session that is no more: the browser is to forget it.
      clearSessionCookies(ctx.reply);
      return next();
    })
    .use(signedIn)
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx: { deps, session } }) => {
      await deps.sessions.end(session.id);
      return { ok: true };
    }),
};
