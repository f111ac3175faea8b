import type { FastifyReply, FastifyRequest } from 'fastify';

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

export function clearSessionCookies(reply: FastifyReply) {
  for (const name of NAMES) reply.clearCookie(name);
}
