import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { minutes } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { PortalError } from '../../../server/errors.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';
import { GOOGLE_SCOPES, type GoogleKind } from './scopes.ts';

const GOOD_FOR = minutes(15);

/** For whom a consent is: an organization, or the operator, who may renew one. */
const Purpose = z.union([
  z.object({ orgId: z.string() }),
  z.object({ operator: z.literal(true), grantId: z.string().optional() }),
]);

const State = z.object({ verifier: z.string(), purpose: Purpose, until: z.number(), kinds: z.array(z.string()) });

/** Sealed for the session: nobody else's browser can finish the consent. */
const place = (sessionId: string) => ({ purpose: 'connection-credential', record: sessionId }) as const;

export const redirectUriOf = ({ PUBLIC_URL }: Env) => `${PUBLIC_URL}/api/connections/google/callback`;

/**
 * Returns the address at Google where a person consents to reading, with PKCE.
 *
 * @throws SERVICE_UNAVAILABLE where the portal has no client at Google
 */
export function startConsent(env: Env, sessionId: string, purpose: z.infer<typeof Purpose>, kinds: GoogleKind[]) {
  if (!env.GOOGLE_CLIENT_ID)
    throw new PortalError(
      'SERVICE_UNAVAILABLE',
      'This portal has no client at Google. Connect with a service account, or ask the operator of the portal.',
    );
  const verifier = randomBytes(32).toString('base64url');
  const state: z.infer<typeof State> = { verifier, purpose, until: Date.now() + GOOD_FOR, kinds };
  const url = new URL(`${env.GOOGLE_ACCOUNTS_BASE}/o/oauth2/v2/auth`);
  url.search = new URLSearchParams({
    client_id: env.GOOGLE_CLIENT_ID,
    redirect_uri: redirectUriOf(env),
    response_type: 'code',
    scope: [...new Set(kinds.map((kind) => GOOGLE_SCOPES[kind]))].join(' '),
    access_type: 'offline',
    // Without it Google gives a refresh token for the first consent only.
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: seal(env, place(sessionId), JSON.stringify(state)),
  }).toString();
  return url.href;
}

/** What a state says that this session was given; undefined for any other, and for one that is too old. */
export function readState(env: Env, sessionId: string, text: string) {
  try {
    const state = State.parse(JSON.parse(unseal(env, place(sessionId), text)));
    return state.until > Date.now() ? state : undefined;
  } catch {
    return undefined;
  }
}
