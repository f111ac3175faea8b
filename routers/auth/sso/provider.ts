import { LRUCache } from 'lru-cache';
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { service } from '../../../server/services.ts';
import { mayBeProvider, providerFetch } from './provider-fetch.ts';

/** Loaded by the first sign-in with a provider: few portals have one. */
const loadOidc = () => import('openid-client');
type Oidc = Awaited<ReturnType<typeof loadOidc>>;

/** How long a discovery document is kept, in milliseconds. Keys are read anew for every sign-in. */
const KEPT = seconds(60);
const PROVIDERS_AT_MOST = 1000;

/** A provider that is away, slow or strange. */
export class ProviderFailure extends Error {}

/** As the specification bounds it. Others would be stored changed, or not at all, and might be somebody else’s then. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** A registered client at a provider. */
export interface RegisteredClient {
  issuer: string;
  clientId: string;
  secret: string;
}

/** What a browser takes along to the provider and back. */
export interface Round {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** What a provider says of a person. */
export interface Claims {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
}

/** Reads discovery documents, each at once for all who wait for it, and makes clients of them. */
function openProviders({ production }: Pick<Env, 'production'>, limit?: number) {
  const fetch = providerFetch({ production }, limit);
  // The library asks for https by itself; outside of production a provider may be on this machine.
  const extensionsOf = (oidc: Oidc) => (production ? [] : [oidc.allowInsecureRequests]);

  const documents = new LRUCache<string, ServerMetadata>({
    max: PROVIDERS_AT_MOST,
    ttl: KEPT,
    async fetchMethod(issuer) {
      const oidc = await loadOidc();
      const found = await oidc.discovery(new URL(issuer), '-', undefined, oidc.None(), {
        execute: extensionsOf(oidc),
        [oidc.customFetch]: fetch,
      });
      return found.serverMetadata();
    },
  });

  return {
    /**
     * A client of one sign-in, by each way to send its secret. Its keys are its own: each sign-in reads them anew.
     *
     * @throws ProviderFailure
     */
    async client({ issuer, clientId, secret }: RegisteredClient) {
      const oidc = await loadOidc();
      const server = await documents.fetch(issuer).catch((cause) => {
        throw new ProviderFailure('The provider did not answer.', { cause });
      });
      if (!server?.authorization_endpoint || !mayBeProvider({ production }, server.authorization_endpoint))
        throw new ProviderFailure('The provider has no page to sign in.');
      const configured = (auth: ClientAuth) => {
        const config = new oidc.Configuration(server, clientId, undefined, auth);
        config[oidc.customFetch] = fetch;
        for (const extend of extensionsOf(oidc)) extend(config);
        // Signatures of ID tokens are checked, also where they come from the provider itself.
        oidc.enableNonRepudiationChecks(config);
        return config;
      };
      const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
      return { basic: configured(basic), post: configured(post) };
    },
  };
}

export const identityProvidersOf = service(
  ({ env }) => openProviders(env),
  () => {},
);

export type Providers = ReturnType<typeof openProviders>;

/** The address at the provider where a person signs in. @throws ProviderFailure */
export async function signInAddress(providers: Providers, client: RegisteredClient, round: Round, email: string) {
  const oidc = await loadOidc();
  const { basic } = await providers.client(client);
  return oidc.buildAuthorizationUrl(basic, {
    redirect_uri: round.redirectUri,
    scope: 'openid email profile',
    state: round.state,
    nonce: round.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(round.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  });
}

/** Exchanges the answer of a provider for what it says of the person. @throws ProviderFailure */
export async function claimsOf(providers: Providers, client: RegisteredClient, round: Round, query: string) {
  const oidc = await loadOidc();
  const { basic, post } = await providers.client(client);
  // Checks state, `iss` where discovery promises it, signature, issuer, audience, times and nonce.
  const redeem = async (config: Configuration) => {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(round.redirectUri + query), {
      pkceCodeVerifier: round.verifier,
      expectedState: round.state,
      expectedNonce: round.nonce,
      idTokenExpected: true,
    });
    return { config, tokens };
  };
  // In the header, as the specification wants, unless the provider expects the client’s secret in the body.
  const redeemBoth = () =>
    redeem(basic).catch((error) => {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client') return redeem(post);
      throw error;
    });
  try {
    const { config, tokens } = await redeemBoth();
    const token = tokens.claims();
    if (!token) throw new Error('There is no ID token.');
    const { iss: issuer, sub: subject } = token;
    if (!SUBJECT.test(subject)) throw new Error('The subject is not 1 to 255 ASCII characters.');
    const isComplete = token.email !== undefined && token.email_verified !== undefined;
    const asks = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
    // Both from one place: a verified address is that beside it.
    const person = asks ? await oidc.fetchUserInfo(config, tokens.access_token, subject) : token;
    const { email, email_verified: emailVerified, name } = person;
    return { issuer, subject, email, emailVerified, name } satisfies Claims;
  } catch (cause) {
    throw new ProviderFailure('The answer of the provider was not accepted.', { cause });
  }
}
