import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { assistantGrants, grantTokens } from '../../../db/schema/index.ts';
import { days, hours, minutes } from '../../../server/durations.ts';
import { newGrantToken } from '../../../server/identity/grant-tokens.ts';
import { fingerprint, newToken } from '../../../server/identity/tokens.ts';
import { oauthError } from './oauth-error.ts';

/** Milliseconds. A code is known for longer than it is good, so that its second use is noticed. */
const LIFE = { code: minutes(1), codeKnown: days(1), access: hours(1), refresh: days(30) };

export const ACCESS_SECONDS = LIFE.access / 1000;

const after = (life: number) => new Date(Date.now() + life);

/** Makes the code that an assistant exchanges for tokens. */
export async function issueCode(
  tx: AccountDb,
  { grantId, ...bound }: { grantId: string; redirectUri: string; challenge: string },
) {
  const code = newToken();
  const validUntil = after(LIFE.code);
  const times = { validUntil, expiresAt: after(LIFE.codeKnown) };
  await tx
    .insert(grantTokens)
    .values({ hash: fingerprint(code), kind: 'code', grantId, family: randomUUID(), ...bound, ...times });
  return code;
}

async function issuePair(tx: AccountDb, { grantId, family }: { grantId: string; family: string }) {
  const [access, refresh] = [newGrantToken(), newToken()];
  const row = (token: string, kind: 'access' | 'refresh') => {
    const end = after(LIFE[kind]);
    return { hash: fingerprint(token), kind, grantId, family, validUntil: end, expiresAt: end };
  };
  await tx.insert(grantTokens).values([row(access, 'access'), row(refresh, 'refresh')]);
  return { access, refresh };
}

const { hash, kind, usedAt, validUntil } = grantTokens;

/** Uses a code or refresh token: one of several at once. Undefined if it is not good, or was used before. */
async function use(tx: AccountDb, token: string, wanted: 'code' | 'refresh') {
  const isIt = and(eq(hash, fingerprint(token)), eq(kind, wanted));
  const [used] = await tx
    .update(grantTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isIt, isNull(usedAt), gt(validUntil, sql`now()`)))
    .returning();
  if (used) return used;

  const [known] = await tx
    .select()
    .from(grantTokens)
    .where(and(isIt, isNotNull(usedAt)));
  if (!known) return undefined;
  // Two have it. Of a code everything ends that came of it, of a refresh token its family.
  if (wanted === 'code') await tx.delete(assistantGrants).where(eq(assistantGrants.id, known.grantId));
  else await tx.delete(grantTokens).where(eq(grantTokens.family, known.family));
  return undefined;
}

const grantOf = (tx: AccountDb, token: string) =>
  tx
    .select({ id: grantTokens.grantId })
    .from(grantTokens)
    .where(eq(hash, fingerprint(token)));

interface Presented {
  token: string;
  kind: 'code' | 'refresh';
  assistantId: string;
  /** Scopes with spaces between them, if some are asked for: those of the grant and no others. */
  scope: string;
  /** What else must be right of the row. */
  isBound: (row: typeof grantTokens.$inferSelect) => boolean;
}

const isSame = (scope: string, granted: readonly string[]) =>
  [...new Set(scope.split(' '))].sort().join() === [...granted].sort().join();

/** Exchanges a code or refresh token for new tokens; undefined where it is not good. @throws invalid_scope */
export async function exchange(db: AccountDb, { token, kind, assistantId, scope, isBound }: Presented) {
  return db.transaction(async (tx) => {
    // The grant is locked before its tokens, in the order of whoever ends it.
    const [grant] = await tx
      .select()
      .from(assistantGrants)
      .where(eq(assistantGrants.id, grantOf(tx, token)))
      .for('update');
    if (scope && grant && !isSame(scope, grant.scopes))
      throw oauthError('invalid_scope', `The scopes of this grant are ${grant.scopes.join(' and ')}.`);
    const used = grant && (await use(tx, token, kind));
    if (!used || grant.assistantId !== assistantId || !isBound(used)) return undefined;
    return { ...(await issuePair(tx, used)), scopes: grant.scopes };
  });
}

/** Deletes tokens past their time, and grants of which nothing is left. */
export async function sweepGrantTokens(db: AccountDb) {
  await db.delete(grantTokens).where(lt(grantTokens.expiresAt, sql`now()`));
  await db
    .delete(assistantGrants)
    .where(
      and(
        lt(assistantGrants.createdAt, sql`now() - interval '1 day'`),
        notExists(db.select().from(grantTokens).where(eq(grantTokens.grantId, assistantGrants.id))),
      ),
    );
}
