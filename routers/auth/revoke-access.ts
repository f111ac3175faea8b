import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { sessions } from '../../db/schema/index.ts';
import type { Outbox } from '../../server/mail/outbox.ts';
import { isReclaimable, voidEmailChange } from './account/email-changes.ts';
import { forgetCodes } from './email-code/codes.ts';
import { passwordChangedMail } from './mails.ts';
import { voidTokens } from './one-time-tokens.ts';

/**
 * Ends every session, unfinished sign-in, code by mail and change of address of a user whose password changed, and
 * notifies the user by email, also of an account that was cleared.
 */
export async function revokeAccess(
  tx: AccountDb,
  mail: Outbox,
  user: { id: string; email: string },
  { cleared }: { cleared: boolean } = { cleared: false },
) {
  // Tokens before sessions: a concurrent second step holds a lock on its token, and its session has to end too.
  await voidTokens(tx, user.id, ['password_reset', 'second_factor']);
  await forgetCodes(tx, user.id);
  await voidEmailChange(tx, user.id);
  await tx.delete(sessions).where(eq(sessions.userId, user.id));
  const reclaimable = cleared && (await isReclaimable(tx, user.id));
  await mail.queue(tx, user.email, passwordChangedMail({ cleared, reclaimable }));
}
