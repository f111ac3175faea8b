import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** What the provider says of a person, by the subject. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

export const CLIENT = { clientId: 'client-portal', clientSecret: 'the-secret-of-the-portal' };

function newKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() }] };
}

/** A real identity provider over HTTP. Whoever `signedIn` names is signed in there, without a question. */
export async function startIdentityProvider(redirectUri: string) {
  const people: Record<string, ProviderPerson> = {};
  let serve = (_request: IncomingMessage, response: ServerResponse): unknown => response.end();
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = {
    signedIn: '',
    away: false,
    /** How the portal has to send its secret, from the next keys on. */
    secretIn: 'client_secret_basic' as 'client_secret_basic' | 'client_secret_post',
  };

  const settings = (): Configuration => ({
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: state.secretIn,
      },
    ],
    jwks: newKeys(),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the provider'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider;
      const grant = new Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  /** Begins anew, with other keys. */
  function rotateKeys() {
    const provider = new Provider(issuer, settings());
    const handle = provider.callback();
    serve = (request, response) => {
      if (state.away) return response.writeHead(503).end();
      if (!request.url?.startsWith('/interaction/')) return handle(request, response);
      return provider.interactionFinished(request, response, { login: { accountId: state.signedIn } });
    };
  }
  rotateKeys();
  return { issuer, people, state, rotateKeys, close: () => server.close() };
}

/** Walks through the provider as a browser does, and returns the path and query that it leads back to. */
export async function walkThrough(address: string) {
  const jar = new Map<string, string>();
  for (let url = address, hops = 0; hops < 6; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = new URL(response.headers.get('location') ?? 'none:', url);
    if (next.protocol === 'none:')
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    if (next.pathname.startsWith('/api/')) return `${next.pathname}${next.search}`;
    url = next.href;
  }
  throw new Error('The provider leads nowhere.');
}
