import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { oneTimeTokens, type tokenKind } from '../../db/schema/index.ts';
import { TOKEN_LIFE } from '../../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../../server/identity/tokens.ts';
import { WRONG_CODES } from '../../server/limits/rates.ts';

type Kind = (typeof tokenKind.enumValues)[number];
type Writer = AccountDb;

/** A new token of this kind for the user; it voids the older one. */
export async function issueToken(tx: Writer, kind: Kind, userId: string) {
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

const good = (kind: Kind, token: string) =>
  and(
    eq(oneTimeTokens.hash, fingerprint(token)),
    eq(oneTimeTokens.kind, kind),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );

/**
 * Whose token it is, without using it up: for what must be done before, as hashing a password, or locking the user's
 * row, which always comes before the tokens'. Only `redeemToken` decides.
 */
export async function holderOf(db: AccountDb, kind: Kind, token: string): Promise<string | undefined> {
  const [found] = await db.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(good(kind, token));
  return found?.userId;
}

/** Uses a token up, in one statement: of twenty at once, one gets the user's id and the others nothing. */
export async function redeemToken(tx: Writer, kind: Kind, token: string): Promise<string | undefined> {
  const [used] = await tx.delete(oneTimeTokens).where(good(kind, token)).returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

/**
 * Whose token it is. Its row is held until the transaction ends, so that two who bring it are served one after the
 * other; one that came with too many wrong codes is nobody's.
 */
export async function holdToken(tx: AccountDb, kind: Kind, token: string): Promise<string | undefined> {
  const { hash, expiresAt, failures, userId } = oneTimeTokens;
  const alive = and(gt(expiresAt, sql`now()`), lt(failures, WRONG_CODES.perToken));
  const [held] = await tx
    .select({ userId })
    .from(oneTimeTokens)
    .where(and(eq(hash, fingerprint(token)), eq(oneTimeTokens.kind, kind), alive))
    .for('update');
  return held?.userId;
}

/** Notes that a wrong code came with the token. */
export const countWrongCode = (tx: AccountDb, token: string) =>
  tx
    .update(oneTimeTokens)
    .set({ failures: sql`${oneTimeTokens.failures} + 1` })
    .where(eq(oneTimeTokens.hash, fingerprint(token)));

/** Makes the user's unused tokens of these kinds worthless. */
export const voidTokens = (tx: AccountDb, userId: string, kinds: Kind[]) =>
  tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, kinds)));

export const sweepTokens = (db: Writer) => db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now()`));
