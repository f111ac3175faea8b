import { lt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { answeredChallenges } from '../../../db/schema/index.ts';
import { sign } from '../../../server/files/links.ts';
import { clearPasskeyCookie, passkeyCookie, setPasskeyCookie } from '../../../server/identity/cookies.ts';
import { PASSKEY_CHALLENGE } from '../../../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../../../server/identity/tokens.ts';
import type { RequestContext } from '../../../server/trpc/context.ts';

// A challenge follows from the cookie of the browser that asked for it, so that none is stored before a passkey has
// answered it: asking for many fills no table.

interface Challenge {
  /** In base64url. */
  value: string;
  token: string;
  expiresAt: Date;
}

/** Signing in, or adding a passkey to an account. */
type Purpose = 'sign in' | { addTo: string };

const COOKIE = /^([\w-]{43})\.(\d{13})$/;

function challengeFor({ deps }: RequestContext, purpose: Purpose, token: string, expires: number): Challenge {
  const whose = purpose === 'sign in' ? '' : purpose.addTo;
  const value = sign(deps.env.SIGNING_KEY, 'challenge of a passkey', whose, token, expires);
  return { value, token, expiresAt: new Date(expires) };
}

/** A new challenge, whose cookie the answer sets. */
export function newChallenge(ctx: RequestContext, purpose: Purpose): Buffer<ArrayBuffer> {
  const [token, expires] = [newToken(), Date.now() + PASSKEY_CHALLENGE];
  setPasskeyCookie(ctx.reply, `${token}.${expires}`);
  return Buffer.from(challengeFor(ctx, purpose, token, expires).value, 'base64url');
}

/** The challenge that this browser has to answer; undefined where it asked for none within five minutes. */
export function openChallenge(ctx: RequestContext, purpose: Purpose): Challenge | undefined {
  const [, token, digits] = COOKIE.exec(passkeyCookie(ctx.request) ?? '') ?? [];
  const expires = Number(digits);
  return token && expires > Date.now() ? challengeFor(ctx, purpose, token, expires) : undefined;
}

/** Marks a challenge as answered. False if it was answered before. */
export async function spendChallenge(tx: AccountDb, ctx: RequestContext, { token, expiresAt }: Challenge) {
  const spent = await tx
    .insert(answeredChallenges)
    .values({ hash: fingerprint(token), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: answeredChallenges.hash });
  clearPasskeyCookie(ctx.reply);
  return spent.length > 0;
}

/** Forgets challenges that are no longer good. */
export const sweepChallenges = (db: AccountDb) =>
  db.delete(answeredChallenges).where(lt(answeredChallenges.expiresAt, sql`now()`));
