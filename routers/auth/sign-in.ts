import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { memberships, organizations, users } from '../../db/schema/index.ts';
import { clearSessionCookies } from '../../server/auth/cookies.ts';
import { hashPassword, isCommon, NewPassword, verifyPassword } from '../../server/auth/password.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import { countAttempt, forgetFailures } from '../../server/auth/wrong-passwords.ts';
import { invalid, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits.ts';
import { rest } from '../../server/rest.ts';
import { limited, loginProcedure, publicProcedure, signedIn } from '../../server/trpc.ts';
import { Nothing, Ok } from '../shapes.ts';
import { Email, Name, NewUser } from './shapes.ts';

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
    .mutation(async ({ ctx, input: { email, password, name, orgName } }) => {
      if (ctx.deps.env.production && (await isCommon(password)))
        throw invalid('password', 'is one of the most common passwords; please choose another');

      const passwordHash = await hashPassword(password);
      const { user, orgId } = await ctx.deps.database.db.transaction(async (tx) => {
        const [user] = await tx.insert(users).values({ email, name, passwordHash }).onConflictDoNothing().returning();
        if (!user) throw new PortalError('EMAIL_EXISTS');

        const ownName = orgName ?? `${name ?? email.split('@')[0]}’s organization`;
        const [organization] = await tx.insert(organizations).values({ name: ownName }).returning();
        if (!organization) throw new Error('An organization was not inserted.');
        await tx.insert(memberships).values({ orgId: organization.id, userId: user.id, role: 'admin' });
        return { user, orgId: organization.id };
      });

      await signIn(ctx, user.id, orgId);
      return { ok: true, user };
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
      if (!good || !account?.orgId) throw new PortalError('INVALID_CREDENTIALS');

      await forgetFailures(db, email);
      await signIn(ctx, account.id, account.orgId);
      return { ok: true, user: { id: account.id, email: account.email, orgId: account.orgId } };
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
