import { ERRORS, type ErrorCode } from '../server/errors.ts';
import type { ErrorBody } from '../server/http/problem.ts';
import { RATES } from '../server/limits/rates.ts';
import type { Policy } from '../server/trpc/rest.ts';
import { ref } from './components.ts';

/** What is asked of an operation, for the errors that it can give. */
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
  409: 'In conflict with the current state.',
  412: '`If-Match` names another version: somebody else has changed it.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'A rate limit is exceeded.',
  500: 'Unexpected error.',
  503: 'Temporarily unavailable.',
};

/** The codes that every operation of its kind can give. */
function usualCodes({ method, path, hasBody, policy: { access } }: Operation): ErrorCode[] {
  return [
    'VALIDATION_ERROR',
    ...(hasBody ? (['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'anyone' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(method === 'get' ? [] : (['CSRF_REJECTED'] as const)),
    ...(path.includes('{') ? (['NOT_FOUND'] as const) : []),
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

/** Only the 503 of the report has a body of its own; its other errors are as everywhere. */
const familyOf = (status: number, { errorBody = 'standard' }: Policy) =>
  errorBody === 'report' && status !== 503 ? 'standard' : errorBody;

function response(status: number, codes: ErrorCode[], family: ErrorBody) {
  const example = (code: ErrorCode) => ({
    summary: ERRORS[code].sentence,
    value: BODIES[family](status, code, ERRORS[code].sentence),
  });
  return {
    description: `${MEANING[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      'X-Error-Code': ref('headers', 'ErrorCode'),
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

/** The error answers of all operations, each once: named by status and by the codes beside the usual one. */
export const errorComponents: Record<string, ReturnType<typeof response>> = {};

function responseRef(status: number, codes: ErrorCode[], policy: Policy) {
  const family = familyOf(status, policy);
  const name = `${SCHEMAS[family]}${status}${codes.slice(1).map(pascal).join('')}`;
  errorComponents[name] ??= response(status, codes, family);
  return ref('responses', name);
}

/** The error answers that an operation can give, by status. */
export function errorResponses(operation: Operation) {
  const codes = [...new Set([...usualCodes(operation), ...(operation.policy.errors ?? [])])];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, some]) => [status, responseRef(status, some, operation.policy)]),
  );
}

/** The headers of a success: those of every answer, and where the operation's own limit stands. */
export const successHeaders = ({ limit }: Policy) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(limit &&
    limit in RATES &&
    limit !== 'general' && {
      'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
      'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
      'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
    }),
});
