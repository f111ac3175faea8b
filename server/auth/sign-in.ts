import type { Context } from '../context.ts';
import { addressOf, agentOf } from '../http/sender.ts';
import { setSessionCookies } from './cookies.ts';
import { enter } from './home.ts';

/** Starts a session for the user in the organization, and gives the browser its cookies. */
export async function signIn({ deps, request, reply }: Context, userId: string, orgId: string) {
  const facts = { orgId, ipAddress: addressOf(request), userAgent: agentOf(request) };
  const { token, expiresAt } = await deps.sessions.start(userId, facts);
  await enter(deps.database.db, userId, orgId);
  setSessionCookies(reply, token, expiresAt);
}
