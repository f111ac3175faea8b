import { RATES } from '../server/limits/rates.ts';
import type { Access, Policy } from '../server/trpc/rest.ts';

const SESSION = { SessionCookie: [] };
const KEY = { ApiKey: [] };

export const securitySchemes = {
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portal_session',
    description: 'Set by signing in. `portal_token` is accepted as well.',
  },
  ApiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: `pk_…`.' },
} as const;

/** API keys with the scope `read` may call the queries of members. */
const acceptsReadKey = (access: Access | undefined, method: string) => access === 'member' && method === 'get';

/** The security requirements of an operation. */
export function securityOf(access: Access | undefined, method: string) {
  if (access === 'anyone') return [];
  if (access === 'pipeline') return [KEY];
  return acceptsReadKey(access, method) ? [SESSION, KEY] : [SESSION];
}

function accessSentence(access: Access | undefined, method: string) {
  if (access === 'anyone') return 'Requires no session.';
  if (access === 'pipeline') return 'Requires an API key with the scope `ingest`.';
  return acceptsReadKey(access, method)
    ? 'Requires a session, or an API key with the scope `read`.'
    : 'Requires a session.';
}

const COUNTED_BY = {
  address: 'IP address',
  client: 'organization',
  caller: 'session or API key',
  subject: 'recipient',
};

const windowOf = (milliseconds: number) => {
  const minutes = milliseconds / 60_000;
  return minutes === 1 ? 'minute' : minutes === 60 ? 'hour' : `${minutes} minutes`;
};

function limitSentence(limit: Policy['limit']) {
  if (!limit || limit === 'general') return '';
  const { max, window, by } = RATES[limit];
  return ` Limited to ${max} calls per ${windowOf(window)} and ${COUNTED_BY[by]}.`;
}

function secretsSentence({ secrets = [] }: Policy) {
  if (secrets.length === 0) return '';
  return ` A repeated answer lacks ${secrets.map((path) => `\`${path}\``).join(' and ')}.`;
}

/** Who may call an operation and how often, as a paragraph of its description. */
export const accessParagraph = (policy: Policy, method: string) =>
  accessSentence(policy.access, method) + limitSentence(policy.limit) + secretsSentence(policy);
