import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, oneTimeTokens, type tokenKind } from '../../db/schema/index.ts';
import { TOKEN_LIFE } from '../../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../../server/identity/tokens.ts';
import { WRONG_CODES } from '../../server/limits/rates.ts';

type Kind = (typeof tokenKind.enumValues)[number];

/** Issues a token of this kind to the user and replaces the previous one. */
export async function issueToken(tx: AccountDb, kind: Kind, userId: string) {
  const token = newToken();
  const fresh = {
    hash: fingerprint(token),
    failures: 0,
    createdAt: sql`now()`,
    expiresAt: new Date(Date.now() + TOKEN_LIFE[kind]),
  };
  await tx
    .insert(oneTimeTokens)
    .values({ kind, userId, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.kind], set: fresh });
  return token;
}

const isValid = (kind: Kind, token: string) =>
  and(
    eq(oneTimeTokens.hash, fingerprint(token)),
    eq(oneTimeTokens.kind, kind),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );

/**
 * Finds the user of a token without redeeming it, for work that has to precede `redeemToken`: hashing a password, or
 * locking the user’s row, which always happens before the token’s.
 */
export async function findTokenUser(db: AccountDb, kind: Kind, token: string): Promise<string | undefined> {
  const [found] = await db.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(isValid(kind, token));
  return found?.userId;
}

/** Redeems a token in one statement, so that only one of several concurrent requests gets the user’s id. */
export async function redeemToken(tx: AccountDb, kind: Kind, token: string): Promise<string | undefined> {
  const [used] = await tx.delete(oneTimeTokens).where(isValid(kind, token)).returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

/** Finds the user of a token and locks its row; undefined after too many wrong codes. */
export async function lockToken(tx: AccountDb, kind: Kind, token: string): Promise<string | undefined> {
  const { hash, expiresAt, failures, userId } = oneTimeTokens;
  const usable = and(gt(expiresAt, sql`now()`), lt(failures, WRONG_CODES.perToken));
  const [locked] = await tx
    .select({ userId })
    .from(oneTimeTokens)
    .where(and(eq(hash, fingerprint(token)), eq(oneTimeTokens.kind, kind), usable))
    .for('update');
  return locked?.userId;
}

/** Counts a wrong code against the token. */
export const countWrongCode = (tx: AccountDb, token: string) =>
  tx
    .update(oneTimeTokens)
    .set({ failures: sql`${oneTimeTokens.failures} + 1` })
    .where(eq(oneTimeTokens.hash, fingerprint(token)));

/** Deletes the user’s unused tokens of these kinds. */
export const voidTokens = (tx: AccountDb, userId: string, kinds: Kind[]) =>
  tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, kinds)));

/**
 * Ends the sign-ins of an organization’s members that wait for a code: their first step may be one that is closed now.
 * The organization is locked.
 */
export async function voidSecondSteps(tx: AccountDb, orgId: string) {
  const { hash, kind, userId } = oneTimeTokens;
  const members = tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId));
  // In the order of their users, so that two organizations with the same members cannot wait for each other.
  const waiting = await tx
    .select({ hash })
    .from(oneTimeTokens)
    .where(and(eq(kind, 'second_factor'), inArray(userId, members)))
    .orderBy(userId)
    .for('update');
  const hashes = waiting.map((token) => token.hash);
  if (hashes.length > 0) await tx.delete(oneTimeTokens).where(inArray(hash, hashes));
}

export const sweepTokens = (db: AccountDb) => db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now()`));
