import type { AccountDb } from '../../db/handles.ts';
import { setSessionCookies } from '../../server/identity/cookies.ts';
import { rememberDevice } from '../../server/identity/devices.ts';
import { record } from '../../server/identity/security-trail.ts';
import { addressOf, agentOf } from '../../server/identity/sender.ts';
import type { AccountContext, RequestContext } from '../../server/trpc/context.ts';
import { markLastUsed } from './org/memberships.ts';

/** How a user signed in, for the security trail. */
interface SignInDetails {
  by: 'password' | 'totp' | 'backup_code';
  backupCodesRemaining?: number;
}

/** Starts a session in the caller’s transaction. Returns its token, for the cookies, and its expiry. */
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

/**
 * Starts a session for the user in the organization and sets its cookies. `confirm` runs last in the transaction; it
 * prevents the sign-in by throwing.
 */
export async function signIn(
  ctx: AccountContext,
  { id, email }: { id: string; email: string },
  orgId: string,
  confirm?: (tx: AccountDb) => Promise<unknown>,
) {
  const session = await ctx.db.transaction(async (tx) => {
    const started = await startSession(tx, ctx, id, orgId, { by: 'password' });
    await confirm?.(tx);
    return started;
  });
  setSignInCookies(ctx, email, session);
}
