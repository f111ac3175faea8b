import { z } from 'zod';
import { problemOfStatus } from '../ask-source.ts';
import type { SourceAccess } from '../kinds/kind.ts';
import { type ProblemName, SourceFailure } from '../problems.ts';
import { GOOGLE_SCOPES, type GoogleKind } from './scopes.ts';
import { assertionOf, ServiceAccountKey } from './service-account.ts';

const Token = z.object({ access_token: z.string().min(1).max(10_000) });
const TokenError = z.object({ error: z.string() });

/** An address at Google, or at what stands for all of its hosts. */
export const googleUrl = ({ googleBase }: Pick<SourceAccess, 'googleBase'>, host: string, path: string) =>
  new URL(googleBase ? `${googleBase}${path}` : `https://${host}${path}`);

const TOKEN_PROBLEMS: Record<string, ProblemName> = {
  invalid_client: 'client_refused',
  invalid_grant: 'credential_refused',
  invalid_scope: 'permission_missing',
  unauthorized_client: 'permission_missing',
};

/** Sends a form to the token endpoint. @throws SourceFailure */
export async function askForToken(access: Pick<SourceAccess, 'ask' | 'googleBase'>, form: Record<string, string>) {
  const url = googleUrl(access, 'oauth2.googleapis.com', '/token');
  const { status, json } = await access.ask({ url, body: new URLSearchParams(form) });
  if (status !== 200) {
    const known = TOKEN_PROBLEMS[TokenError.safeParse(json).data?.error ?? ''];
    throw new SourceFailure(known ?? problemOfStatus(status));
  }
  return json;
}

/** Asks for a token of a service account, whose key is given as it is kept. @throws SourceFailure */
export async function accountToken(
  access: Pick<SourceAccess, 'ask' | 'googleBase'>,
  key: string,
  scope: string,
): Promise<string> {
  const { data: account } = ServiceAccountKey.safeParse(JSON.parse(key));
  if (!account) throw new SourceFailure('credential_refused');
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const { data } = Token.safeParse(await askForToken(access, { grant_type, assertion: assertionOf(account, [scope]) }));
  if (!data) throw new SourceFailure('strange_answer');
  return data.access_token;
}

/** Tokens of the accesses in use: a turn asks for one. */
const tokens = new WeakMap<SourceAccess, Promise<string>>();

const newToken = (access: SourceAccess, kind: GoogleKind) =>
  access.grantToken?.(GOOGLE_SCOPES[kind]) ?? accountToken(access, access.credential, GOOGLE_SCOPES[kind]);

const GoogleError = z.object({
  error: z.object({
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z
      .array(z.object({ reason: z.string().optional(), metadata: z.record(z.string(), z.unknown()).optional() }))
      .optional(),
  }),
});

const REASONS: [RegExp, ProblemName][] = [
  [/^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded|RATE_LIMIT_EXCEEDED)$/, 'quota_used_up'],
  [/^(ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|insufficientScopes)$/, 'permission_missing'],
  [/^(SERVICE_DISABLED|accessNotConfigured)$/, 'service_disabled'],
];

/** What a refusal of a Google API means: the reason tells more than the status. */
function googleProblem(status: number, json: unknown): ProblemName {
  const { error } = GoogleError.safeParse(json).data ?? {};
  // Google grants calls of Business Profile on application only: until then its limit is 0.
  if (error?.details?.some(({ metadata }) => metadata?.quota_limit_value === '0')) return 'quota_not_granted';
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].map(({ reason }) => reason ?? '');
  const known = REASONS.find(([pattern]) => reasons.some((reason) => pattern.test(reason)));
  return known?.[1] ?? problemOfStatus(status);
}

/** Calls a Google API: POST with a body, else GET. @throws SourceFailure */
export async function askGoogle(access: SourceAccess, kind: GoogleKind, url: URL, body?: object): Promise<unknown> {
  const token = tokens.get(access) ?? newToken(access, kind);
  tokens.set(access, token);
  const headers = { authorization: `Bearer ${await token}` };
  const { status, json } = await access.ask({ url, headers, ...(body && { body }) });
  if (status !== 200) throw new SourceFailure(googleProblem(status, json));
  return json;
}
