import { ERRORS, type ErrorCode } from '../server/errors.ts';
import { type ErrorBody, HTTP_ERRORS } from '../server/http/problem.ts';
import { RATES } from '../server/limits/rates.ts';
import { type Policy, repeatable } from '../server/trpc/rest.ts';
import { ref } from './components.ts';

/** The parts of an operation that determine its errors. */
interface Operation {
  method: string;
  path: string;
  hasBody: boolean;
  policy: Policy;
}

const waits = (status: number) => status === 429 || status === 503;

const MEANING: Record<number, string> = {
  400: 'The input is not valid.',
  401: 'No valid session or credential.',
  403: 'Not allowed.',
  404: 'Not found in this organization.',
  408: 'The request did not arrive in time.',
  409: 'In conflict with the current state.',
  412: '`If-Match` names an outdated version.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'A rate limit is exceeded.',
  431: 'The address or the headers are too large.',
  500: 'Unexpected error.',
  503: 'Temporarily unavailable.',
};

/** The codes that all operations of a kind have in common. */
function usualCodes({ method, path, hasBody, policy }: Operation): ErrorCode[] {
  const { access } = policy;
  const isAccount = access === 'person' || access === 'member';
  return [
    'VALIDATION_ERROR',
    ...(hasBody ? (['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'anyone' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(method === 'get' ? [] : (['CSRF_REJECTED'] as const)),
    ...(isAccount && method !== 'get' && policy.support !== 'always' ? (['READ_ONLY'] as const) : []),
    ...(access === 'operator' || access === 'member' || policy.ofOrganization
      ? (['TWO_FACTOR_REQUIRED'] as const)
      : []),
    ...(access === 'operator' ? (['NOT_FOUND'] as const) : []),
    ...(access === 'operator' && method !== 'get' ? (['REAUTH_REQUIRED'] as const) : []),
    ...(policy.whileSuspended === false || ((access === 'member' || access === 'pipeline') && !policy.whileSuspended)
      ? (['CLIENT_SUSPENDED'] as const)
      : []),
    ...(path.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...(repeatable(policy) ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
  ];
}

const BODIES = {
  standard: (status: number, code: ErrorCode, error: string) => ({
    ok: false,
    error,
    code,
    ...(waits(status) && { retry_after: 30 }),
  }),
  insights: (status: number, _code: ErrorCode, error: string) => ({ error, ...(waits(status) && { retry_after: 30 }) }),
  report: (_status: number, _code: ErrorCode, error: string) => ({ ok: false, error }),
};
const SCHEMAS = { standard: 'Error', insights: 'InsightsError', report: 'ReportError' };

/** Of the errors of the report, only the 503 has its own body. */
const familyOf = (status: number, { errorBody = 'standard' }: Policy) =>
  errorBody === 'report' && status !== 503 ? 'standard' : errorBody;

/** The headers of every answer that counts against the general limit. */
const generalHeaders = {
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
};

/** The state of a limit of the operation's own, or of one besides the general one once the call is counted there. */
const ownHeaders = {
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

const LIMIT_HEADERS = {
  '': generalHeaders,
  Limited: ownHeaders,
  LimitedTwice: { ...generalHeaders, ...ownHeaders },
  LimitedEither: { ...generalHeaders, ...ownHeaders },
};

/**
 * Which limits count a call that is answered with a status: it ends the name of an error response. A limit by client
 * counts no caller without one: to strangers, and to keys of the operator, the general limit applies.
 */
function countedBy({ limit, besides }: Policy, status: number): keyof typeof LIMIT_HEADERS {
  if (besides) return 'LimitedTwice';
  if (!limit || limit === 'general') return '';
  if (RATES[limit].by !== 'client') return 'Limited';
  return status === 401 ? '' : status === 403 || status === 429 ? 'LimitedEither' : 'Limited';
}

function response(status: number, codes: ErrorCode[], family: ErrorBody, counted: keyof typeof LIMIT_HEADERS = '') {
  const example = (code: ErrorCode) => ({
    summary: ERRORS[code].sentence,
    value: BODIES[family](status, code, ERRORS[code].sentence),
  });
  return {
    description: `${MEANING[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      'X-Error-Code': ref('headers', 'ErrorCode'),
      ...LIMIT_HEADERS[counted],
      ...(waits(status) && { 'Retry-After': ref('headers', 'RetryAfter') }),
    },
    content: {
      'application/json': {
        schema: ref('schemas', SCHEMAS[family]),
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  };
}

const pascal = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

// Statuses with one code for most operations: it goes without saying in the name of a response.
const USUAL: Record<number, ErrorCode> = { 400: 'VALIDATION_ERROR', 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };

/** The name of an error response: one name per status, body and set of codes. */
function nameOf(status: number, codes: ErrorCode[], schema: string) {
  const usual = USUAL[status];
  const isSole = codes.length === 1 && usual === undefined && status !== 409;
  const others = isSole ? [] : codes.filter((code) => code !== usual);
  const suffix = usual && !codes.includes(usual) ? 'Only' : '';
  return `${schema}${status}${others.map(pascal).join('')}${suffix}`;
}

/** The error responses of all operations, each once. */
export const errorComponents: Record<string, ReturnType<typeof response>> = {};

// Answered before there is a route, so every operation has them, always in the standard shape.
for (const [status, error] of Object.values(HTTP_ERRORS)) {
  const standard = response(status, ['VALIDATION_ERROR'], 'standard');
  const value = { ...BODIES.standard(status, 'VALIDATION_ERROR', error), issues: [{ path: '', message: error }] };
  standard.content['application/json'].examples = { VALIDATION_ERROR: { summary: error, value } };
  errorComponents[`Error${status}`] = standard;
}

function responseRef(status: number, codes: ErrorCode[], policy: Policy) {
  const family = familyOf(status, policy);
  const counted = countedBy(policy, status);
  const name = `${nameOf(status, codes, SCHEMAS[family])}${counted}`;
  errorComponents[name] ??= response(status, codes, family, counted);
  return ref('responses', name);
}

/** The error responses of an operation, by status. */
export function errorResponses(operation: Operation) {
  const codes = [...new Set([...usualCodes(operation), ...(operation.policy.errors ?? [])])];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const own = [...byStatus].map(([status, some]) => [status, responseRef(status, some, operation.policy)]);
  const http = Object.values(HTTP_ERRORS).map(([status]) => [status, ref('responses', `Error${status}`)]);
  return Object.fromEntries([...own, ...http].sort(([a], [b]) => Number(a) - Number(b)));
}

/** The headers of a success: the request id, the name of a file, and the state of the limits that count the call. */
export const successHeaders = ({ cacheControl, ...policy }: Policy) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(repeatable(policy) && { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') }),
  ...(cacheControl && {
    'Cache-Control': {
      description: 'The browser may store the answer for the given time.',
      schema: { type: 'string', example: cacheControl },
    },
  }),
  ...(policy.produces && {
    'Content-Disposition': {
      description: 'The name of the file.',
      schema: { type: 'string', example: 'attachment; filename="goals-2026-02-16.csv"' },
    },
  }),
  ...LIMIT_HEADERS[countedBy(policy, 200)],
});
