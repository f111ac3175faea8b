import { addressOf, type Context } from '../context.ts';
import { setSessionCookies } from './cookies.ts';

const AGENT_CHARACTERS = 512;

/** Starts a session for the user in the organization, and gives the browser its cookies. */
export async function signIn({ deps, request, reply }: Context, userId: string, orgId: string) {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, AGENT_CHARACTERS).toWellFormed();
  const { token, expiresAt } = await deps.sessions.start(userId, { orgId, ipAddress: addressOf(request), userAgent });
  setSessionCookies(reply, token, expiresAt);
}
