import { createHash, randomBytes, verify } from 'node:crypto';
import type { AnalyticsProperty } from './analytics.ts';
import type { BusinessLocation } from './business.ts';
import type { SearchRow } from './search.ts';

/** What this Google knows. */
export interface GoogleStore {
  /** Public keys of service accounts, by their address. */
  accounts: Record<string, string>;
  properties: Record<string, AnalyticsProperty>;
  sites: Record<string, SearchRow[]>;
  locations: Record<string, BusinessLocation>;
  /** Calls of Business Profile a minute that Google has granted. */
  businessQuota: number;
  /** Scopes by access token. */
  tokens: Map<string, string[]>;
  client: { id: string; secret: string };
  /** Consents that were given, by code. */
  codes: Map<string, { challenge: string; scopes: string[]; redirectUri: string }>;
  /** Scopes by refresh token. */
  grants: Map<string, string[]>;
  /** Whether each refresh replaces the refresh token. */
  rotates: boolean;
  /** Scopes that the person unticks. */
  unticked: string[];
  /** Seconds for which tokens of consents are good. */
  expiresIn: number;
}

export const emptyGoogle = (): GoogleStore => ({
  accounts: {},
  properties: {},
  sites: {},
  locations: {},
  businessQuota: 300,
  tokens: new Map(),
  client: { id: 'portal.apps.googleusercontent.com', secret: 'GOCSPX-demo' },
  codes: new Map(),
  grants: new Map(),
  rotates: false,
  unticked: [],
  expiresIn: 3599,
});

const invalidGrant: [number, object] = [400, { error: 'invalid_grant', error_description: 'Bad Request' }];

const part = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`;

/** Gives the consent that an address asks for, as a person would who agrees, and returns where the browser goes. */
export function consent(store: GoogleStore, parameters: URLSearchParams): string {
  const field = (name: string) => parameters.get(name) ?? '';
  const back = new URL(field('redirect_uri'));
  back.searchParams.set('state', field('state'));
  const scopes = field('scope')
    .split(' ')
    .filter((scope) => !store.unticked.includes(scope));
  const code = secret('4/');
  store.codes.set(code, { challenge: field('code_challenge'), scopes, redirectUri: field('redirect_uri') });
  back.searchParams.set('code', code);
  return back.href;
}

function accessFor(store: GoogleStore, scopes: string[], more: object = {}): [number, object] {
  const token = secret('ya29.');
  store.tokens.set(token, scopes);
  const answer = { access_token: token, expires_in: store.expiresIn, token_type: 'Bearer', scope: scopes.join(' ') };
  return [200, { ...answer, ...more }];
}

function newRefresh(store: GoogleStore, scopes: string[]) {
  const refresh = secret('1//');
  store.grants.set(refresh, scopes);
  return { refresh_token: refresh };
}

function fromCode(store: GoogleStore, form: URLSearchParams) {
  const code = form.get('code') ?? '';
  const given = store.codes.get(code);
  store.codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!given || given.challenge !== challenge || given.redirectUri !== form.get('redirect_uri')) return invalidGrant;
  return accessFor(store, given.scopes, newRefresh(store, given.scopes));
}

function fromRefresh(store: GoogleStore, form: URLSearchParams) {
  const refresh = form.get('refresh_token') ?? '';
  const scopes = store.grants.get(refresh);
  if (!scopes) return invalidGrant;
  if (!store.rotates) return accessFor(store, scopes);
  store.grants.delete(refresh);
  return accessFor(store, scopes, newRefresh(store, scopes));
}

/** Answers the token endpoint: codes with PKCE, refresh tokens, and RFC 7523 for service accounts. */
export function answerToken(store: GoogleStore, form: URLSearchParams): [number, object] {
  const type = form.get('grant_type');
  if (type === 'urn:ietf:params:oauth:grant-type:jwt-bearer') return fromAssertion(store, form);
  if (form.get('client_id') !== store.client.id || form.get('client_secret') !== store.client.secret)
    return [401, { error: 'invalid_client' }];
  if (type === 'authorization_code') return fromCode(store, form);
  return type === 'refresh_token' ? fromRefresh(store, form) : [400, { error: 'unsupported_grant_type' }];
}

function fromAssertion(store: GoogleStore, form: URLSearchParams): [number, object] {
  const [header, claims, signature = ''] = (form.get('assertion') ?? '').split('.');
  const { iss, scope, exp } = part(claims);
  const key = store.accounts[String(iss)];
  const signed = Buffer.from(`${header}.${claims}`);
  const isGood = key && verify('sha256', signed, key, Buffer.from(signature, 'base64url'));
  if (!isGood || Number(exp) * 1000 < Date.now()) return invalidGrant;
  const token = `ya29.${randomBytes(24).toString('base64url')}`;
  store.tokens.set(token, String(scope).split(' '));
  return [200, { access_token: token, expires_in: 3599, token_type: 'Bearer' }];
}

/** Whether a token is known and has a scope. */
export function isKnownToken({ tokens }: GoogleStore, header: string | undefined, scope: string) {
  const scopes = tokens.get(header?.replace('Bearer ', '') ?? '');
  if (!scopes) return 'unknown';
  return scopes.some((one) => one.endsWith(scope)) ? 'good' : 'scope';
}
