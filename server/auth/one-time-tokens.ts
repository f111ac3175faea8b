import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/connection.ts';
import { oneTimeTokens, type tokenKind } from '../../db/schema/index.ts';
import { TOKEN_LIFE } from '../limits.ts';
import { fingerprint, newToken } from './tokens.ts';

type Kind = (typeof tokenKind.enumValues)[number];
type Writer = Pick<Db, 'insert' | 'delete'>;

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

/** Uses a token up, in one statement: of twenty at once, one gets the user's id and the others nothing. */
export async function redeemToken(tx: Writer, kind: Kind, token: string): Promise<string | undefined> {
  const { hash, expiresAt, userId } = oneTimeTokens;
  const [used] = await tx
    .delete(oneTimeTokens)
    .where(and(eq(hash, fingerprint(token)), eq(oneTimeTokens.kind, kind), gt(expiresAt, sql`now()`)))
    .returning({ userId });
  return used?.userId;
}

export const sweepTokens = (db: Writer) => db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now()`));
