import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { ownDevice } from '../own-device.ts';
import { isPasswordOf } from '../own-password.ts';

interface Proof {
  password?: string | undefined;
  /** Whether a caller who does not hold the account is refused. */
  asOwner?: boolean | undefined;
}

/**
 * Whether whoever opens the link of a mail holds the account as well: by its session, a device that has signed in to
 * it, or its password. The link alone proves the mailbox, and the account may be a stranger’s.
 *
 * @throws INVALID_PASSWORD if the password is wrong, or is missing and needed; RATE_LIMITED after too many
 */
export async function holdsAccount(ctx: AccountContext, userId: string, { password, asOwner }: Proof) {
  const { email, passwordHash } = users;
  const [account] = await ctx.db.select({ id: users.id, email, passwordHash }).from(users).where(eq(users.id, userId));
  if (!account) return false;
  if (ownDevice(ctx, account) !== undefined) return true;
  if (password === undefined && !asOwner) return false;
  if (password === undefined) throw new PortalError('INVALID_PASSWORD', 'Please enter the password of the account.');
  if (!(await isPasswordOf(ctx, account, password)))
    throw new PortalError('INVALID_PASSWORD', 'The password is wrong.');
  return true;
}
