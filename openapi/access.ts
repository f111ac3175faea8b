import { RATES } from '../server/limits/rates.ts';
import type { Policy } from '../server/trpc/rest.ts';

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
  OperatorKey: { type: 'http', scheme: 'bearer', description: 'A key of the operator of the portal: `ok_…`.' },
} as const;

/** API keys with the scope `read` may call the queries of members. */
const acceptsReadKey = ({ access, peopleOnly = false }: Policy, method: string) =>
  access === 'member' && method === 'get' && !peopleOnly;

/** The requirements of an operator's change besides the role. */
const forChanges = ({ support, forSupportRole }: Policy) => {
  if (support === 'always') return 'a session with the platform role `operator` or `support`, or a support session';
  if (forSupportRole) return 'a session with the platform role `operator` or `support`, with two-factor sign-in';
  return 'a session with the platform role `operator`, with two-factor sign-in, signed in within the last hour';
};

/** The security requirements of an operation. */
export function securityOf(policy: Policy, method: string) {
  const { access } = policy;
  if (access === 'anyone') return [];
  if (access === 'pipeline') return [KEY];
  if (access === 'operatorKey') return [{ OperatorKey: [] }];
  return acceptsReadKey(policy, method) ? [SESSION, KEY] : [SESSION];
}

function accessSentence(policy: Policy, method: string) {
  const { access } = policy;
  if (access === 'anyone') return 'Requires no session.';
  if (access === 'pipeline') return 'Requires an API key with the scope `ingest`.';
  if (access === 'operatorKey') return 'Requires an operator key, and no other credentials; clients get 404.';
  if (access === 'operator')
    return method === 'get'
      ? 'Requires a session with the platform role `operator` or `support`, with two-factor sign-in; everyone else gets 404.'
      : `Requires ${forChanges(policy)}; everyone without a platform role gets 404.`;
  return acceptsReadKey(policy, method)
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
  return ` An answer that is repeated for an \`Idempotency-Key\` lacks ${secrets.map((path) => `\`${path}\``).join(' and ')}.`;
}

/** Who may call an operation and how often, as a paragraph of its description. */
export const accessParagraph = (policy: Policy, method: string) =>
  accessSentence(policy, method) + limitSentence(policy.limit) + secretsSentence(policy);
