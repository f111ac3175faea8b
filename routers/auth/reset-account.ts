import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { users } from '../../db/schema/index.ts';
import { record } from '../../server/identity/security-trail.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { endGrants } from './assistants/grants.ts';
import { clearAccount } from './clear-account.ts';
import { voidTokens } from './one-time-tokens.ts';
import { lastUsedOrganization } from './org/memberships.ts';
import { forgetPasskeys } from './passkeys/stored.ts';
import { revokeAccess } from './revoke-access.ts';
import { clearAllFailures } from './wrong-passwords.ts';

type Row = typeof users.$inferSelect;

/** Whether the holder of the mailbox has verified the address, and not only a link that somebody else may have sent. */
export const isVerifiedByHolder = ({ emailVerified, verifiedByLink }: Row) => emailVerified && !verifiedByLink;

/**
 * Gives an account to the reader of its mailbox, with a new password: all access ends. If the address was never
 * verified by its holder before, somebody else may have registered it: what they set up is removed. The user’s row is
 * locked.
 */
export async function resetAccount(
  tx: AccountDb,
  { deps, request }: Pick<AccountContext, 'deps' | 'request'>,
  user: Row,
  passwordHash: string,
) {
  const { id, email } = user;
  await tx.update(users).set({ passwordHash, emailVerified: true, verifiedByLink: false }).where(eq(users.id, id));
  const cleared = !isVerifiedByHolder(user) && (await clearAccount(tx, { deps, request }, id));
  await endGrants(tx, id);
  await forgetPasskeys(tx, id);
  await revokeAccess(tx, deps.mail, user, { cleared });
  await voidTokens(tx, id, ['email_verification']);
  await clearAllFailures(tx, email);
  await record(tx, request, { type: 'password_reset', userId: id, orgId: await lastUsedOrganization(tx, id) });
}
