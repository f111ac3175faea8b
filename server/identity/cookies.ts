import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_LIFE } from './lifetimes.ts';

// Two names, because the specification names both; the same value under each.
const NAMES = ['portal_session', 'portal_token'] as const;
const TOKEN = /^[\w-]{43}$/;

/** The session token a request came with. Where both cookies are sent, `portal_session` counts. */
export function sessionToken({ cookies }: FastifyRequest): string | undefined {
  const token = cookies.portal_session ?? cookies.portal_token;
  return token && TOKEN.test(token) ? token : undefined;
}

/** Gives the browser its session, until `expiresAt`. */
export function setSessionCookies(reply: FastifyReply, token: string, expiresAt: Date) {
  const maxAge = Math.round((expiresAt.getTime() - Date.now()) / 1000);
  for (const name of NAMES) reply.setCookie(name, token, { maxAge });
}

const HALFWAY = 'portal_2fa';
const HALFWAY_PATH = '/api/auth/2fa';

/** The token of a sign-in that waits for its code, as the browser brings it back. */
export const halfwayToken = ({ cookies }: FastifyRequest) => cookies[HALFWAY];

/** Gives the browser the token of a sign-in that waits for its code. It goes to the routes of the second step alone. */
export const setHalfwayCookie = (reply: FastifyReply, token: string) =>
  reply.setCookie(HALFWAY, token, { path: HALFWAY_PATH, maxAge: TOKEN_LIFE.second_factor / 1000 });

export const clearHalfwayCookie = (reply: FastifyReply) => reply.clearCookie(HALFWAY, { path: HALFWAY_PATH });

export function clearSessionCookies(reply: FastifyReply) {
  for (const name of NAMES) reply.clearCookie(name);
}
