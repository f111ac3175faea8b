import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { forgetCodes } from '../email-code/codes.ts';
import { addressTakenBackMail, emailChangedMail, emailChangeUndoneMail } from '../mails.ts';
import { issueToken, voidTokens } from '../one-time-tokens.ts';
import { lastUsedOrganization, lockUser } from '../org/memberships.ts';
import { forgetPasskeys } from '../passkeys/stored.ts';
import { type EmailChange, isAddressTaken, redeemConfirmation, redeemUndoing } from './email-changes.ts';

const UNIQUE_VIOLATION = '23505';

/** Somebody may take the address at the same moment: the link is not valid then. */
function explainTaken(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION)
    throw new PortalError('INVALID_TOKEN', undefined, { cause: error });
  throw error;
}

/** Links and codes that were sent to the former address are not valid for the new one. */
const MAILED = ['email_verification', 'password_reset'] as const;

/**
 * Puts a change of address in force. `held`: whoever opened the link holds the account as well.
 *
 * @throws INVALID_TOKEN
 */
export async function confirmEmailChange(ctx: AccountContext, change: EmailChange, token: string, held: boolean) {
  const { db, deps, request } = ctx;
  const { userId, oldEmail, newEmail } = change;
  const changed = await db
    .transaction(async (tx) => {
      await lockUser(tx, userId);
      const confirmed = await redeemConfirmation(tx, token);
      if (!confirmed || (await isAddressTaken(tx, newEmail, userId))) throw new PortalError('INVALID_TOKEN');

      const address = { email: newEmail, emailVerified: true, verifiedByLink: !held };
      const [user] = await tx.update(users).set(address).where(eq(users.id, userId)).returning();
      await voidTokens(tx, userId, [...MAILED]);
      await forgetCodes(tx, userId);
      await deps.mail.queue(tx, oldEmail, { ...emailChangedMail(confirmed.undo), writtenFor: userId });
      const about = { userId, orgId: await lastUsedOrganization(tx, userId) };
      await record(tx, request, { type: 'email_changed', ...about, details: { oldEmail, newEmail } });
      return user;
    })
    .catch(explainTaken);
  if (!changed) throw new PortalError('INVALID_TOKEN');
  return changed;
}

/**
 * Gives an account its former address back, or withdraws a change that is not confirmed. Somebody else may have asked
 * for it: all sessions end but that of the caller, passkeys go, and the address gets a link to set another password.
 * The address that the account had meanwhile is told.
 *
 * @throws INVALID_TOKEN
 */
export async function undoEmailChange(ctx: AccountContext, { userId }: EmailChange, token: string) {
  const { db, deps, request, caller } = ctx;
  const restored = await db
    .transaction(async (tx) => {
      await lockUser(tx, userId);
      const undone = await redeemUndoing(tx, token);
      if (!undone) throw new PortalError('INVALID_TOKEN');

      const { oldEmail, oldVerified, confirmedAt } = undone;
      const address = { email: oldEmail, emailVerified: true, verifiedByLink: !oldVerified };
      // Before the confirmation the address is the account's still, and this link verifies nothing new.
      if (confirmedAt) {
        const [meanwhile] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
        if (meanwhile) await deps.mail.queue(tx, meanwhile.email, addressTakenBackMail());
        await tx.update(users).set(address).where(eq(users.id, userId));
      }
      await voidTokens(tx, userId, [...MAILED, 'second_factor']);
      await forgetCodes(tx, userId);
      const spared = caller.kind === 'person' ? ne(sessions.id, caller.session.id) : undefined;
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), spared));
      await forgetPasskeys(tx, userId);
      const template = emailChangeUndoneMail(await issueToken(tx, 'password_reset', userId));
      await deps.mail.queue(tx, oldEmail, template);
      const about = { userId, orgId: await lastUsedOrganization(tx, userId) };
      const details = { confirmed: confirmedAt !== null };
      await record(tx, request, { type: 'email_change_undone', ...about, details });
      const [user] = await tx.select().from(users).where(eq(users.id, userId));
      return user;
    })
    .catch(explainTaken);
  if (!restored) throw new PortalError('INVALID_TOKEN');
  return restored;
}
