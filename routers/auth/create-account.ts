import type { AccountDb } from '../../db/handles.ts';
import { users } from '../../db/schema/index.ts';
import { hashPassword, rejectCommonPassword } from '../../server/identity/password.ts';
import { record } from '../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import { preferredLocale } from '../../server/languages.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { isReserved } from './account/email-changes.ts';
import { verificationMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import type { Membership } from './org/memberships.ts';
import { setSignInCookies, startSession } from './start-session.ts';

type User = typeof users.$inferSelect;

interface NewAccount {
  email: string;
  password: string;
  name?: string | undefined;
  /** Whether the address is known to be read by whoever creates the account: then no verification email is sent. */
  emailVerified?: boolean;
  /** What proves them in the session that begins. */
  by?: 'password' | 'invitation' | undefined;
}

/** The address was somebody’s until lately, who may want it back. */
class AddressReserved extends Error {}

/**
 * Creates an account with a membership, queues its verification email if it needs one, and signs it in, in one
 * transaction. Returns undefined, without any effect, if the address has an account, or is reserved for one.
 */
export async function createAccount(
  ctx: AccountContext,
  { email, password, name, emailVerified = false, by = 'password' }: NewAccount,
  join: (tx: AccountDb, user: User) => Promise<Membership>,
) {
  const { mail } = ctx.deps;
  await rejectCommonPassword('password', password);

  const passwordHash = await hashPassword(networkOfRequest(ctx.request), password);
  const created = await ctx.db
    .transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({
          email,
          name,
          emailVerified,
          passwordHash,
          locale: preferredLocale(ctx.request.headers['accept-language']),
        })
        .onConflictDoNothing()
        .returning();
      if (!user) return undefined;
      if (await isReserved(tx, email)) throw new AddressReserved();

      const membership = await join(tx, user);
      if (emailVerified)
        await record(tx, ctx.request, { type: 'email_verified', userId: user.id, orgId: membership.orgId });
      else await mail.queue(tx, email, verificationMail(await issueToken(tx, 'email_verification', user.id)));
      const session = await startSession(tx, ctx, user.id, membership.orgId, { by });
      return { user, membership, session };
    })
    .catch((error) => {
      if (error instanceof AddressReserved) return undefined;
      throw error;
    });
  if (created) setSignInCookies(ctx, created.user, created.session);
  return created;
}
