import type { AccountDb } from '../../db/handles.ts';
import { setSessionCookies } from '../../server/identity/cookies.ts';
import { record } from '../../server/identity/security-trail.ts';
import { addressOf, agentOf } from '../../server/identity/sender.ts';
import type { AccountContext, RequestContext } from '../../server/trpc/context.ts';
import { enter } from './org/home.ts';

/** What a sign-in stood on, and what else the trail is to say of it. */
interface Grounds {
  by: 'password' | 'totp' | 'backup_code';
  backupCodesRemaining?: number;
}

/** Starts a session for the user in the organization, in the caller's transaction; its token is for the cookies. */
export async function openSession(
  tx: AccountDb,
  { deps, request }: RequestContext,
  userId: string,
  orgId: string,
  grounds: Grounds,
) {
  const facts = { orgId, ipAddress: addressOf(request), userAgent: agentOf(request) };
  const session = await deps.sessions.start(tx, userId, facts);
  await enter(tx, userId, orgId);
  await record(tx, request, { type: 'signed_in', userId, orgId, details: { ...grounds } });
  return session;
}

/**
 * Starts a session for the user in the organization, and gives the browser its cookies. `confirm` has the last word in
 * the transaction: by throwing.
 */
export async function signIn(
  ctx: AccountContext,
  userId: string,
  orgId: string,
  confirm?: (tx: AccountDb) => Promise<unknown>,
) {
  const { token, expiresAt } = await ctx.db.transaction(async (tx) => {
    const session = await openSession(tx, ctx, userId, orgId, { by: 'password' });
    await confirm?.(tx);
    return session;
  });
  setSessionCookies(ctx.reply, token, expiresAt);
}
