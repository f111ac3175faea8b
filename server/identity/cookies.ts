import type { FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_CODE, PASSKEY_CHALLENGE, PROVIDER_SIGN_IN, TOKEN_LIFE } from './lifetimes.ts';
import { isSupportToken } from './tokens.ts';

// Clients read either name; both hold the same value.
const NAMES = ['portal_session', 'portal_token'] as const;
const TOKEN = /^[\w-]{43}$/;
const isToken = (value: string) => TOKEN.test(value) || isSupportToken(value);

/** The session token of a request; `portal_session` takes precedence. */
export function sessionToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | undefined {
  const token = cookies.portal_session ?? cookies.portal_token;
  return token && isToken(token) ? token : undefined;
}

/** Every session token that the browser sent, under either name, also in several cookies of one name. */
export const presentedTokens = ({ headers, server }: FastifyRequest) =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => server.parseCookie(pair))
    .flatMap((cookies) => NAMES.flatMap((name) => cookies[name] ?? []))
    .filter(isToken);

// A call that fails changes no cookie, not even one that its handler set before: changes wait for the outcome. The
// calls of a tRPC batch share a reply, and run one after another.
const waiting = new WeakMap<FastifyReply, (() => unknown)[]>();

/** Applies a change of cookies if the call succeeds. */
export const onSuccess = (reply: FastifyReply, change: () => unknown) =>
  void waiting.set(reply, [...(waiting.get(reply) ?? []), change]);

/** Applies the cookies that the call has set and cleared, or forgets them. */
export function settleCookies(reply: FastifyReply, { succeeded }: { succeeded: boolean }) {
  const changes = waiting.get(reply) ?? [];
  waiting.delete(reply);
  if (succeeded) for (const change of changes) change();
}

/** Sets both session cookies until `expiresAt`, if the call succeeds. */
export const setSessionCookies = (reply: FastifyReply, token: string, expiresAt: Date) =>
  onSuccess(reply, () => refreshSessionCookies(reply, token, expiresAt));

/** Sets both session cookies at once, for a session that was extended. */
export function refreshSessionCookies(reply: FastifyReply, token: string, expiresAt: Date) {
  const maxAge = Math.round((expiresAt.getTime() - Date.now()) / 1000);
  for (const name of NAMES) reply.setCookie(name, token, { maxAge });
}

const SECOND_STEP = 'portal_2fa';
const SECOND_STEP_PATH = '/api/auth/2fa';

/** The token of a sign-in that needs a second factor, from the cookie. */
export const secondStepToken = ({ cookies }: FastifyRequest) => cookies[SECOND_STEP];

/** Sets the cookie with the token of a sign-in that needs a second factor; it is sent to `/api/auth/2fa` only. */
export const setSecondStepCookie = (reply: FastifyReply, token: string) =>
  onSuccess(reply, () =>
    reply.setCookie(SECOND_STEP, token, { path: SECOND_STEP_PATH, maxAge: TOKEN_LIFE.second_factor / 1000 }),
  );

export const clearSecondStepCookie = (reply: FastifyReply) =>
  onSuccess(reply, () => reply.clearCookie(SECOND_STEP, { path: SECOND_STEP_PATH }));

const EMAIL_CODE_COOKIE = 'portal_code';

/** The cookie of a browser that asked for a code by mail. */
export const emailCodeCookie = ({ cookies }: FastifyRequest) => cookies[EMAIL_CODE_COOKIE];

export const setEmailCodeCookie = (reply: FastifyReply, value: string) =>
  onSuccess(reply, () => reply.setCookie(EMAIL_CODE_COOKIE, value, { maxAge: EMAIL_CODE.life / 1000 }));

export const clearEmailCodeCookie = (reply: FastifyReply) =>
  onSuccess(reply, () => reply.clearCookie(EMAIL_CODE_COOKIE));

const PASSKEY_COOKIE = 'portal_passkey';

/** The cookie of a browser that asked for the challenge of a passkey. */
export const passkeyCookie = ({ cookies }: FastifyRequest) => cookies[PASSKEY_COOKIE];

export const setPasskeyCookie = (reply: FastifyReply, value: string) =>
  onSuccess(reply, () => reply.setCookie(PASSKEY_COOKIE, value, { maxAge: PASSKEY_CHALLENGE / 1000 }));

export const clearPasskeyCookie = (reply: FastifyReply) => onSuccess(reply, () => reply.clearCookie(PASSKEY_COOKIE));

const PROVIDER = 'portal_sso';
const PROVIDER_PATH = '/api/auth/sso';

/** The cookie of a browser that signs in with an identity provider. */
export const providerCookie = ({ cookies }: FastifyRequest) => cookies[PROVIDER];

export const setProviderCookie = (reply: FastifyReply, value: string) =>
  reply.setCookie(PROVIDER, value, { path: PROVIDER_PATH, maxAge: PROVIDER_SIGN_IN / 1000 });

export const clearProviderCookie = (reply: FastifyReply) => reply.clearCookie(PROVIDER, { path: PROVIDER_PATH });

/** Clears both session cookies, if the call succeeds. */
export const clearSessionCookies = (reply: FastifyReply) => onSuccess(reply, () => dropSessionCookies(reply));

/** Clears both cookies of a session that has ended already, whatever the outcome. */
export function dropSessionCookies(reply: FastifyReply) {
  for (const name of NAMES) reply.clearCookie(name);
}
