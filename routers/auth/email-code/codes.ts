import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { emailCodes } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { sign } from '../../../server/files/links.ts';
import { EMAIL_CODE } from '../../../server/identity/lifetimes.ts';
import { fingerprint } from '../../../server/identity/tokens.ts';

// A code belongs to the browser that asked for it. Its cookie holds a random token and a signature over the token and
// the address, so that wrong codes of addresses without an account are counted, and answered, as all others are.

type Keys = Pick<Env, 'SIGNING_KEY'>;

const VALUE = /^([\w-]{43})\.([\w-]{43})$/;

const signatureOf = ({ SIGNING_KEY }: Keys, token: string, email: string) =>
  sign(SIGNING_KEY, 'address of a code', token, email);

export const newCookie = (keys: Keys, token: string, email: string) => `${token}.${signatureOf(keys, token, email)}`;

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The token of a cookie that was set when a code was asked for this address. */
export function tokenFor(keys: Keys, cookie: string | undefined, email: string): string | undefined {
  const [, token, signature] = VALUE.exec(cookie ?? '') ?? [];
  return token && signature && isSame(signature, signatureOf(keys, token, email)) ? token : undefined;
}

/** The six digits that are mailed for a token: they follow from it, so that they are stored nowhere. */
export function codeFor({ SIGNING_KEY }: Keys, token: string, userId: string) {
  const bytes = Buffer.from(sign(SIGNING_KEY, 'code by mail', token, userId), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Expects a code from the browser with this token, of the user if the address has one. */
export const expectCode = (tx: AccountDb, token: string, userId: string | undefined) =>
  tx
    .insert(emailCodes)
    .values({ hash: fingerprint(token), userId, expiresAt: new Date(Date.now() + EMAIL_CODE.life) })
    .onConflictDoNothing();

const { hash, tries, expiresAt } = emailCodes;

/** Counts a try, and locks the row until the transaction ends. False where no code is expected any more. */
export async function countTry(tx: AccountDb, token: string) {
  const usable = and(gt(expiresAt, sql`now()`), lt(tries, EMAIL_CODE.tries));
  const counted = await tx
    .update(emailCodes)
    .set({ tries: sql`${tries} + 1` })
    .where(and(eq(hash, fingerprint(token)), usable))
    .returning({ tries });
  return counted.length > 0;
}

/** Writes a row where an account would get an event of its trail, so that both take the same time. */
export const equalizeTime = (tx: AccountDb, token: string) =>
  tx
    .update(emailCodes)
    .set({ tries })
    .where(eq(hash, fingerprint(token)));

export const isRightCode = (keys: Keys, token: string, userId: string, code: string) =>
  isSame(codeFor(keys, token, userId), code);

/** Forgets the codes of a user, who has come in by one or whose access was taken back. */
export const forgetCodes = (tx: AccountDb, userId: string) =>
  tx.delete(emailCodes).where(eq(emailCodes.userId, userId));

export const sweepEmailCodes = (db: AccountDb) => db.delete(emailCodes).where(lt(expiresAt, sql`now()`));
