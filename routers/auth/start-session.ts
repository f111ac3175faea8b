import type { AccountDb } from '../../db/handles.ts';
import { record } from '../../server/identity/security-trail.ts';
import { addressOf, agentOf } from '../../server/identity/sender.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { markLastUsed } from './org/memberships.ts';

/** How a user signed in, for the security trail. */
interface SignInDetails {
  by: 'password' | 'totp' | 'backup_code';
  backupCodesRemaining?: number;
}

/** Starts a session in the caller’s transaction, without making its organization the one used last. */
export async function openSession(
  tx: AccountDb,
  { deps, request }: RequestContext,
  userId: string,
  orgId: string,
  signInDetails: SignInDetails,
) {
  const attributes = { orgId, ipAddress: addressOf(request), userAgent: agentOf(request) };
  const session = await deps.sessions.start(tx, userId, attributes);
  await record(tx, request, { type: 'signed_in', userId, orgId, details: { ...signInDetails } });
  return session;
}

/** Starts a session in the caller’s transaction. Returns its token, for the cookies, and its expiry. */
export async function startSession(
  tx: AccountDb,
  ctx: RequestContext,
  userId: string,
  orgId: string,
  signInDetails: SignInDetails,
) {
  const session = await openSession(tx, ctx, userId, orgId, signInDetails);
  await markLastUsed(tx, userId, orgId);
  return session;
}
