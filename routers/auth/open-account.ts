import type { Db } from '../../db/connection.ts';
import { users } from '../../db/schema/index.ts';
import type { Seat } from '../../server/auth/home.ts';
import { hashPassword, isCommon } from '../../server/auth/password.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import type { Context } from '../../server/context.ts';
import { invalid } from '../../server/errors.ts';

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
type User = typeof users.$inferSelect;

interface NewAccount {
  email: string;
  password: string;
  name?: string | undefined;
}

/**
 * Makes an account with a seat in an organization, in one transaction, and signs it in. Returns undefined, and has done
 * nothing, where the address has an account already.
 */
export async function openAccount(
  ctx: Context,
  { email, password, name }: NewAccount,
  findSeat: (tx: Transaction, user: User) => Promise<Seat>,
) {
  if (ctx.deps.env.production && (await isCommon(password)))
    throw invalid('password', 'is one of the most common passwords; please choose another');

  const passwordHash = await hashPassword(password);
  const made = await ctx.deps.database.db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ email, name, passwordHash }).onConflictDoNothing().returning();
    return user && { user, seat: await findSeat(tx, user) };
  });
  if (made) await signIn(ctx, made.user.id, made.seat.orgId);
  return made;
}
