import type { AccountDb } from '../../db/handles.ts';
import { users } from '../../db/schema/index.ts';
import { hashPassword, refuseCommon } from '../../server/identity/password.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { verificationMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import type { Seat } from './org/home.ts';
import { signIn } from './start-session.ts';

type User = typeof users.$inferSelect;

interface NewAccount {
  email: string;
  password: string;
  name?: string | undefined;
}

/**
 * Makes an account with a seat in an organization and the mail that confirms its address, in one transaction, and signs
 * it in. Returns undefined, and has done nothing, where the address has an account already.
 */
export async function openAccount(
  ctx: AccountContext,
  { email, password, name }: NewAccount,
  findSeat: (tx: AccountDb, user: User) => Promise<Seat>,
) {
  const { env, mail } = ctx.deps;
  await refuseCommon(env, 'password', password);

  const passwordHash = await hashPassword(password);
  const made = await ctx.db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ email, name, passwordHash }).onConflictDoNothing().returning();
    if (!user) return undefined;

    const seat = await findSeat(tx, user);
    const token = await issueToken(tx, 'email_verification', user.id);
    await mail.queue(tx, email, verificationMail(token));
    return { user, seat };
  });
  if (made) await signIn(ctx, made.user.id, made.seat.orgId);
  return made;
}
