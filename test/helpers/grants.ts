import { createHash, randomBytes } from 'node:crypto';
import { assistants } from '../../db/schema/index.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export const REDIRECT = 'https://assistant.example/callback';

type Injected = Pick<Portal, 'visitor' | 'deps'>;
type Fields = Record<string, string>;

/** Registers an assistant; the answer of the portal. */
export const registerAssistant = ({ visitor }: Pick<Portal, 'visitor'>, facts: object = {}) =>
  visitor().post('/oauth/register', { client_name: 'Test assistant', redirect_uris: [REDIRECT], ...facts });

export function proof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Registers the assistant of the examples in the document. */
export const registerExample = ({ deps }: Pick<Portal, 'deps'>) =>
  deps.database.accounts
    .insert(assistants)
    .values({ id: '7b0e6c1d-52f4-4a39-9d18-c6f2b7e0a413', name: 'An assistant', redirectUris: [REDIRECT] })
    .onConflictDoNothing();

/** The parameters with which an assistant asks. */
export const asking = ({ deps }: Pick<Portal, 'deps'>, clientId: string, challenge: string, more: Fields = {}) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: REDIRECT,
  scope: 'read',
  state: 'a state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  resource: new URL('/mcp', deps.env.PUBLIC_URL).href,
  ...more,
});

/** Sends a form to the endpoint of tokens. */
export const askToken = ({ visitor }: Pick<Portal, 'visitor'>, fields: Fields) =>
  visitor().post('/oauth/token', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });

/** Goes through the whole hand-shake up to the code, as a person who agrees. */
export async function agree(portal: Injected, person: Person, more: Fields = {}, clientId?: string) {
  const id = clientId ?? ((await registerAssistant(portal)).json().client_id as string);
  const { verifier, challenge } = proof();
  const asked = asking(portal, id, challenge, more);
  const answer = await person.post('/api/auth/account/consent', { ...asked, allow: true });
  if (answer.statusCode !== 200) throw new Error(`Consent failed: ${answer.body}`);
  const back = new URL(answer.json().data.redirectTo);
  const code = back.searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, client_id: id, code_verifier: verifier };
  return { clientId: id, back, code, exchange: { ...exchange, redirect_uri: asked.redirect_uri } };
}

/** Lets a new assistant in, and returns its tokens. */
export async function letIn(portal: Injected, person: Person, more: Fields = {}) {
  const { clientId, exchange, code } = await agree(portal, person, more);
  const answer = await askToken(portal, exchange);
  if (answer.statusCode !== 200) throw new Error(`No token: ${answer.body}`);
  const { access_token: access, refresh_token: refresh } = answer.json();
  const again = { grant_type: 'refresh_token', refresh_token: refresh as string, client_id: clientId };
  return { clientId, code, exchange, access: access as string, refresh: again };
}
