import { inArray, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { sessions, supportSessions } from '../../db/schema/index.ts';
import { presentedTokens, setSessionCookies } from '../../server/identity/cookies.ts';
import { type DeviceAccount, rememberDevice } from '../../server/identity/devices.ts';
import { record } from '../../server/identity/security-trail.ts';
import { addressOf, agentOf } from '../../server/identity/sender.ts';
import { endSupportSessions } from '../../server/identity/support-sessions.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { markLastUsed } from './org/memberships.ts';

/** How a user signed in, for the security trail. */
interface SignInDetails {
  by: 'password' | 'email_code' | 'passkey' | 'sso' | 'invitation' | 'totp' | 'backup_code';
  backupCodesRemaining?: number;
}

/**
 * Signs out of sessions and of the support sessions that were started from them. With a support session the operator’s
 * own ends too: the browser has no cookie of it.
 */
async function endSessions(tx: AccountDb, request: FastifyRequest, ids: string[]) {
  const { id, sessionId } = supportSessions;
  const support = await tx
    .select({ id, sessionId })
    .from(supportSessions)
    .where(or(inArray(id, ids), inArray(sessionId, ids)));
  const all = [...ids, ...support.flatMap(({ sessionId: own }) => own ?? [])];
  const { userId, orgId } = sessions;
  const ended = await tx.delete(sessions).where(inArray(sessions.id, all)).returning({ userId, orgId });
  for (const about of ended) await record(tx, request, { type: 'signed_out', ...about });
  const over = support.map((one) => one.id);
  if (over.length > 0) await endSupportSessions(tx, inArray(id, over), request);
}

/**
 * Ends the sessions whose cookies are replaced or cleared, whoever owns them: the browser could not end them any more.
 */
export async function endPresentedSessions(tx: AccountDb, request: FastifyRequest) {
  const presented = presentedTokens(request).map(fingerprint);
  if (presented.length > 0) await endSessions(tx, request, presented);
}

/**
 * Starts a session in the caller’s transaction and ends those that the browser presented. Returns the new one’s token,
 * for the cookies, and its expiry. `twoFactors`: the sign-in alone proved two.
 */
export async function startSession(
  tx: AccountDb,
  { deps, request }: RequestContext,
  userId: string,
  orgId: string,
  signInDetails: SignInDetails,
  { twoFactors = false } = {},
) {
  const attributes = { orgId, ipAddress: addressOf(request), userAgent: agentOf(request), twoFactors };
  const session = await deps.sessions.start(tx, userId, attributes);
  await markLastUsed(tx, userId, orgId);
  await endPresentedSessions(tx, request);
  await record(tx, request, { type: 'signed_in', userId, orgId, details: { ...signInDetails } });
  return session;
}

/**
 * Sets the cookies of a completed sign-in: of its session, and of the device, which is known to the account from now
 * on.
 */
export function setSignInCookies(
  { deps, request, reply }: RequestContext,
  account: DeviceAccount,
  { token, expiresAt }: { token: string; expiresAt: Date },
) {
  setSessionCookies(reply, token, expiresAt);
  rememberDevice(request, reply, deps.env.SIGNING_KEY, account);
}
