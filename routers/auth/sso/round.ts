import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountDb } from '../../../db/handles.ts';
import { answeredChallenges } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { sign } from '../../../server/files/links.ts';
import { providerCookie, setProviderCookie } from '../../../server/identity/cookies.ts';
import { PROVIDER_SIGN_IN } from '../../../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../../../server/identity/tokens.ts';
import type { Round } from './provider.ts';

// State, nonce and PKCE verifier follow from the cookie of the browser, so that none is stored before a provider has
// answered: beginning many sign-ins fills no table.

type Site = Pick<Env, 'SIGNING_KEY' | 'PUBLIC_URL'>;

/** A sign-in on its way through a provider. */
interface Underway {
  token: string;
  expires: number;
  /** Of the provider: a sign-in that began before a change of it ends nowhere. */
  revision: string;
  /** Path of the page to go on to. */
  next: string;
}

const COOKIE = /^([\w-]{43})\.(\d{13})\.([\da-f-]{36})\.([\w-]{0,700})$/;
const PATH = /^\/(?![/\\])[\x21-\x7e]{0,500}$/;

/** An own path to go on to; the start page for anything else. */
export const ownPathOf = (text: unknown) => (typeof text === 'string' && PATH.test(text) ? text : '/');

export const callbackOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>) => `${PUBLIC_URL}/api/auth/sso/callback`;

function roundOf(site: Site, { token, expires, revision, next }: Underway): Round {
  const part = (what: string) => sign(site.SIGNING_KEY, `${what} of a single sign-on`, token, expires, revision, next);
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier'), redirectUri: callbackOf(site) };
}

/** Begins a sign-in. `hold` gives the browser its cookie. */
export function beginRound(site: Site, revision: string, next: string) {
  const underway = { token: newToken(), expires: Date.now() + PROVIDER_SIGN_IN, revision, next };
  const { token, expires } = underway;
  const cookie = [token, expires, revision, Buffer.from(next).toString('base64url')].join('.');
  return { round: roundOf(site, underway), hold: (reply: FastifyReply) => setProviderCookie(reply, cookie) };
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The sign-in that this browser began and that the answer is about; undefined after ten minutes. */
export function findRound(site: Site, request: FastifyRequest, state: unknown) {
  const [, token, digits, revision, path] = COOKIE.exec(providerCookie(request) ?? '') ?? [];
  const expires = Number(digits);
  if (!token || !revision || path === undefined || !(expires > Date.now())) return undefined;
  const underway = { token, expires, revision, next: Buffer.from(path, 'base64url').toString() };
  const round = roundOf(site, underway);
  return typeof state === 'string' && /^[\w-]{43}$/.test(state) && isSame(state, round.state)
    ? { ...underway, round }
    : undefined;
}

/** Marks a sign-in as answered. False if it was before. */
export async function spendRound(db: AccountDb, { token, expires }: Pick<Underway, 'token' | 'expires'>) {
  const spent = await db
    .insert(answeredChallenges)
    .values({ hash: fingerprint(token), expiresAt: new Date(expires) })
    .onConflictDoNothing()
    .returning({ hash: answeredChallenges.hash });
  return spent.length > 0;
}
