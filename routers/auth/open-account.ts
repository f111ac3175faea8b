import type { Db } from '../../db/connection.ts';
import { users } from '../../db/schema/index.ts';
import { hashPassword, refuseCommon } from '../../server/identity/password.ts';
import type { Context } from '../../server/trpc/context.ts';
import { issueToken } from './one-time-tokens.ts';
import type { Seat } from './org/home.ts';
import { signIn } from './start-session.ts';

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
type User = typeof users.$inferSelect;

interface NewAccount {
  email: string;
  password: string;
  name?: string | undefined;
}

/**
 * Makes an account with a seat in an organization and the mail that confirms its address, in one transaction, and signs
 * it in. Returns undefined, and has done
 * nothing, where the address has an account already.
 */
export async function openAccount(
  ctx: Context,
  { email, password, name }: NewAccount,
  findSeat: (tx: Transaction, user: User) => Promise<Seat>,
) {
  const { database, env, mail } = ctx.deps;
  await refuseCommon(env, 'password', password);

  const passwordHash = await hashPassword(password);
  const made = await database.db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ email, name, passwordHash }).onConflictDoNothing().returning();
    if (!user) return undefined;

    const seat = await findSeat(tx, user);
    const token = await issueToken(tx, 'email_verification', user.id);
    await mail.queue(tx, { kind: 'verification', to: email, token });
    return { user, seat };
  });
  if (made) await signIn(ctx, made.user.id, made.seat.orgId);
  return made;
}
