import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_LIFE } from './lifetimes.ts';

// Clients read either name; both hold the same value.
const NAMES = ['portal_session', 'portal_token'] as const;
const TOKEN = /^[\w-]{43}$/;

/** The session token of a request; `portal_session` takes precedence. */
export function sessionToken({ cookies }: FastifyRequest): string | undefined {
  const token = cookies.portal_session ?? cookies.portal_token;
  return token && TOKEN.test(token) ? token : undefined;
}

/** Every session token that the browser sent, under either name. */
export const presentedTokens = ({ cookies }: FastifyRequest) =>
  NAMES.flatMap((name) => cookies[name] ?? []).filter((token) => TOKEN.test(token));

/** Sets both session cookies until `expiresAt`. */
export function setSessionCookies(reply: FastifyReply, token: string, expiresAt: Date) {
  const maxAge = Math.round((expiresAt.getTime() - Date.now()) / 1000);
  for (const name of NAMES) reply.setCookie(name, token, { maxAge });
}

const SECOND_STEP = 'portal_2fa';
const SECOND_STEP_PATH = '/api/auth/2fa';

/** The token of a sign-in that needs a second factor, from the cookie. */
export const secondStepToken = ({ cookies }: FastifyRequest) => cookies[SECOND_STEP];

/** Sets the cookie with the token of a sign-in that needs a second factor; it is sent to `/api/auth/2fa` only. */
export const setSecondStepCookie = (reply: FastifyReply, token: string) =>
  reply.setCookie(SECOND_STEP, token, { path: SECOND_STEP_PATH, maxAge: TOKEN_LIFE.second_factor / 1000 });

export const clearSecondStepCookie = (reply: FastifyReply) =>
  reply.clearCookie(SECOND_STEP, { path: SECOND_STEP_PATH });

export function clearSessionCookies(reply: FastifyReply) {
  for (const name of NAMES) reply.clearCookie(name);
}
