import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { type Authenticator, codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

type Holder = Person & { authenticator: Authenticator };

/** The address that the holder invites. */
const guestOf = ({ userId }: Holder) => `guest-of-${userId}@example.com`;

const issued = (kind: Parameters<typeof issueToken>[1]) => (holder: Holder) =>
  issueToken(portal.deps.database.accounts, kind, holder.userId);

/** Every kind of token, and how somebody comes by one. */
const KINDS: Record<string, (holder: Holder) => Promise<string>> = {
  session: async ({ cookie }) => /portal_session=([^;]+)/.exec(cookie)?.[1] ?? '',
  tempToken: async (holder) => (await halfway(portal, holder)).tempToken,
  'API key': async (holder) => (await holder.pipeline(['ingest', 'read'])).key,
  'email verification': issued('email_verification'),
  'password reset': issued('password_reset'),
  invitation: async (holder) => (await invite(holder, { email: guestOf(holder) })).token,
};

type Door = [name: string, opens: string, refusal: string, knock: Knock];
type Knock = (token: string, holder: Holder) => Promise<LightMyRequestResponse>;

const PROFILE = '/api/auth/account/profile';
const SCORES = '/api/visibility/scores';
const VERIFY = '/api/auth/2fa/verify-login';
const BACKUP = '/api/auth/2fa/verify-backup-code';
const ACCEPT = '/api/auth/accept-invitation';
const PASSWORD = 'quite long enough';

const somebody = () => portal.visitor();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (name: string, token: string) => ({ cookie: `${name}=${token}` });

/** Every place that takes a token, which kind opens it, and what another kind is told. */
const DOORS: Door[] = [
  [
    'the session cookie',
    'session',
    '401 UNAUTHENTICATED',
    (token) => somebody().get(PROFILE, cookie('portal_session', token)),
  ],
  [
    'the session cookie of the other name',
    'session',
    '401 UNAUTHENTICATED',
    (token) => somebody().get(SCORES, cookie('portal_token', token)),
  ],
  [
    'the bearer token of a data route',
    'API key',
    '401 UNAUTHENTICATED',
    (token) => somebody().get(SCORES, bearer(token)),
  ],
  [
    'the bearer token of ingest',
    'API key',
    '401 UNAUTHENTICATED',
    (token) => somebody().post('/api/ingest/scans', scan(), bearer(token)),
  ],
  [
    'the tempToken in the body',
    'tempToken',
    '401 INVALID_TEMP_TOKEN',
    (tempToken, { authenticator }) => somebody().post(VERIFY, { code: codeOf(authenticator), tempToken }),
  ],
  [
    'the tempToken as a bearer token',
    'tempToken',
    '401 INVALID_TEMP_TOKEN',
    (token, { authenticator }) => somebody().post(VERIFY, { code: codeOf(authenticator) }, bearer(token)),
  ],
  [
    'the tempToken as a cookie',
    'tempToken',
    '401 INVALID_TEMP_TOKEN',
    (token, { authenticator: { backupCodes } }) =>
      somebody().post(BACKUP, { code: backupCodes[0] }, cookie('portal_2fa', token)),
  ],
  [
    'the token of accept-invitation',
    'invitation',
    '400 INVALID_TOKEN',
    (token) => somebody().post(ACCEPT, { token, password: PASSWORD }),
  ],
  [
    'the token of verify-email',
    'email verification',
    '400 INVALID_TOKEN',
    (token) => somebody().post('/api/auth/verify-email', { token }),
  ],
  [
    'the token of reset-password',
    'password reset',
    '400 INVALID_TOKEN',
    (token) => somebody().post('/api/auth/reset-password', { token, password: PASSWORD }),
  ],
  [
    'the invitationToken of register',
    'invitation',
    '400 INVALID_TOKEN',
    (invitationToken, holder) =>
      somebody().post('/api/auth/register', { email: guestOf(holder), password: PASSWORD, invitationToken }),
  ],
];

describe.each(DOORS)('%s', (_door, opens, refusal, knock) => {
  it.each(Object.keys(KINDS))('accepts only its own kind of token, given one of kind %s', async (kind) => {
    const person = await portal.register();
    const holder = { ...person, authenticator: await enrol(person) };
    const token = (await KINDS[kind]?.(holder)) ?? '';

    const response = await knock(token, holder);

    expect(outcome(response).replace('201', '200')).toBe(kind === opens ? '200' : refusal);
    if (kind !== opens) expect(response.cookies.filter(({ value }) => value)).toEqual([]);
  });
});
