import { and, eq, exists, gt, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { emailChanges, users } from '../../../db/schema/index.ts';
import { EMAIL_CHANGE } from '../../../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../../../server/identity/tokens.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

const { userId, oldEmail, confirmHash, confirmUntil, requestUndoHash, changeUndoHash, undoUntil, confirmedAt } =
  emailChanges;

/** Changes whose old address waits for its owner, who may want it back: nobody else gets it before. */
const canBeUndone = and(isNotNull(confirmedAt), gt(undoUntil, sql`now()`));

/**
 * Whether an address was somebody’s until lately, and can be again by the link that they got. After the insert of an
 * account, which waits for a change of address that is being confirmed, it sees that change.
 */
export async function isReserved(db: AccountDb, email: string, except?: string) {
  const others = except ? ne(userId, except) : undefined;
  const reserved = and(eq(oldEmail, email), canBeUndone, others);
  return (await db.$count(emailChanges, reserved)) > 0;
}

/** Whether the account's former address can still take it back. */
export const isReclaimable = async (db: AccountDb, user: string) =>
  (await db.$count(emailChanges, and(eq(userId, user), canBeUndone))) > 0;

/** Whether an address is that of another account, or reserved for one. */
export async function isAddressTaken(db: AccountDb, email: string, by: string) {
  const used = await db.$count(users, and(eq(users.email, email), ne(users.id, by)));
  return used > 0 || isReserved(db, email, by);
}

/** Withdraws the change that is not confirmed yet. */
export const voidEmailChange = (tx: AccountDb, user: string) =>
  tx.delete(emailChanges).where(and(eq(userId, user), isNull(confirmedAt)));

interface Asked {
  userId: string;
  oldEmail: string;
  newEmail: string;
  oldVerified: boolean;
}

/** Stores a change in place of one that is not confirmed yet, and returns the tokens for both mailboxes. */
export async function storeEmailChange(tx: AccountDb, asked: Asked) {
  const [confirm, undo] = [newToken(), newToken()];
  const now = Date.now();
  await voidEmailChange(tx, asked.userId);
  await tx.insert(emailChanges).values({
    ...asked,
    confirmHash: fingerprint(confirm),
    confirmUntil: new Date(now + EMAIL_CHANGE.confirm),
    requestUndoHash: fingerprint(undo),
    undoUntil: new Date(now + EMAIL_CHANGE.undo),
  });
  return { confirm, undo };
}

const isConfirmedBy = (token: string) => and(eq(confirmHash, fingerprint(token)), gt(confirmUntil, sql`now()`));
const isUndoneBy = (token: string) =>
  and(or(eq(requestUndoHash, fingerprint(token)), eq(changeUndoHash, fingerprint(token))), gt(undoUntil, sql`now()`));

/** Finds the change that a token confirms or undoes, without redeeming it. */
export async function findEmailChange(db: AccountDb, token: string) {
  const [toConfirm] = await db.select().from(emailChanges).where(isConfirmedBy(token));
  if (toConfirm) return { change: toConfirm, does: 'confirm' as const };
  const [toUndo] = await db.select().from(emailChanges).where(isUndoneBy(token));
  return toUndo && { change: toUndo, does: 'undo' as const };
}

/**
 * Redeems the token that confirms a change of the account’s present address, in one statement. Returns the new address
 * with the token that undoes it.
 */
export async function redeemConfirmation(tx: AccountDb, token: string) {
  const undo = newToken();
  const ofPresentAddress = exists(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, oldEmail))),
  );
  const [confirmed] = await tx
    .update(emailChanges)
    .set({
      confirmHash: null,
      confirmedAt: sql`now()`,
      changeUndoHash: fingerprint(undo),
      undoUntil: new Date(Date.now() + EMAIL_CHANGE.undo),
    })
    .where(and(isConfirmedBy(token), ofPresentAddress))
    .returning();
  return confirmed && { ...confirmed, undo };
}

/** Redeems the token that undoes a change, in one statement, and forgets the changes that followed it. */
export async function redeemUndoing(tx: AccountDb, token: string) {
  const [undone] = await tx.delete(emailChanges).where(isUndoneBy(token)).returning();
  if (!undone) return undefined;
  const later = or(isNull(confirmedAt), gte(emailChanges.createdAt, undone.createdAt));
  await tx.delete(emailChanges).where(and(eq(userId, undone.userId), later));
  return undone;
}

/** Forgets the changes that nobody can confirm or undo any more. */
export const sweepEmailChanges = (db: AccountDb) => db.delete(emailChanges).where(lt(undoUntil, sql`now()`));
