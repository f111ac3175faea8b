import type { AccountDb } from '../../db/handles.ts';
import { users } from '../../db/schema/index.ts';
import { hashPassword, rejectCommonPassword } from '../../server/identity/password.ts';
import { neighbourhoodOf } from '../../server/identity/sender.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { verificationMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import type { Membership } from './org/memberships.ts';
import { setSignInCookies, startSession } from './start-session.ts';

type User = typeof users.$inferSelect;

interface NewAccount {
  email: string;
  password: string;
  name?: string | undefined;
}

/**
 * Creates an account with a membership, queues its verification email and signs it in, in one transaction. Returns
 * undefined, without any effect, if the address already has an account.
 */
export async function createAccount(
  ctx: AccountContext,
  { email, password, name }: NewAccount,
  join: (tx: AccountDb, user: User) => Promise<Membership>,
) {
  const { mail } = ctx.deps;
  await rejectCommonPassword('password', password);

  const passwordHash = await hashPassword(neighbourhoodOf(ctx.request), password);
  const created = await ctx.db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ email, name, passwordHash }).onConflictDoNothing().returning();
    if (!user) return undefined;

    const membership = await join(tx, user);
    const token = await issueToken(tx, 'email_verification', user.id);
    await mail.queue(tx, email, verificationMail(token));
    const session = await startSession(tx, ctx, user.id, membership.orgId, { by: 'password' });
    return { user, membership, session };
  });
  if (created) setSignInCookies(ctx, email, created.session);
  return created;
}
