import { inArray } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { sessions } from '../../db/schema/index.ts';
import { presentedTokens, setSessionCookies } from '../../server/identity/cookies.ts';
import { rememberDevice } from '../../server/identity/devices.ts';
import { record } from '../../server/identity/security-trail.ts';
import { addressOf, agentOf } from '../../server/identity/sender.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { markLastUsed } from './org/memberships.ts';

/** How a user signed in, for the security trail. */
interface SignInDetails {
  by: 'password' | 'totp' | 'backup_code';
  backupCodesRemaining?: number;
}

/** Ends the session whose cookies the new ones replace, whoever’s it is: the browser could not end it any more. */
async function endPresentedSession(tx: AccountDb, request: FastifyRequest) {
  const presented = presentedTokens(request).map(fingerprint);
  if (presented.length === 0) return;
  const { userId, orgId } = sessions;
  const ended = await tx.delete(sessions).where(inArray(sessions.id, presented)).returning({ userId, orgId });
  for (const about of ended) await record(tx, request, { type: 'signed_out', ...about });
}

/**
 * Starts a session in the caller’s transaction and ends the one that the browser presented. Returns the new one’s token,
 * for the cookies, and its expiry.
 */
export async function startSession(
  tx: AccountDb,
  { deps, request }: RequestContext,
  userId: string,
  orgId: string,
  signInDetails: SignInDetails,
) {
  const attributes = { orgId, ipAddress: addressOf(request), userAgent: agentOf(request) };
  const session = await deps.sessions.start(tx, userId, attributes);
  await markLastUsed(tx, userId, orgId);
  await endPresentedSession(tx, request);
  await record(tx, request, { type: 'signed_in', userId, orgId, details: { ...signInDetails } });
  return session;
}

/** Sets the cookies of a completed sign-in: of its session, and of the device, which is known to the account from now on. */
export function setSignInCookies(
  { deps, request, reply }: RequestContext,
  email: string,
  { token, expiresAt }: { token: string; expiresAt: Date },
) {
  setSessionCookies(reply, token, expiresAt);
  rememberDevice(request, reply, deps.env.SIGNING_KEY, email);
}
