// The error answers of contract and code, as the document shows them.

const string = { type: 'string' };
const seconds = { type: 'integer', minimum: 1, description: 'Seconds until another attempt makes sense.' };
const issues = {
  type: 'array',
  items: { type: 'object', required: ['path', 'message'], properties: { path: string, message: string } },
};

const json = (schema: object, example: object) => ({ 'application/json': { schema, example } });
const header = (description: string, schema: object = string) => ({ description, schema });
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const always = { 'X-Request-Id': ref('headers', 'RequestId'), 'X-Error-Code': ref('headers', 'ErrorCode') };
const waiting = { ...always, 'Retry-After': ref('headers', 'RetryAfter') };

const SENTENCES: Record<number, [string, string, string]> = {
  400: ['The input is not acceptable.', 'VALIDATION_ERROR', 'Some of the values sent are not acceptable.'],
  401: ['No valid session or credential.', 'UNAUTHENTICATED', 'Please sign in first.'],
  403: ['Not allowed.', 'FORBIDDEN', 'You are not allowed to do this.'],
  404: ['There is no such thing in this organization.', 'NOT_FOUND', 'There is nothing at this address.'],
  409: ['The state does not allow it.', 'EMAIL_EXISTS', 'An account with this e-mail address already exists.'],
  412: [
    'Somebody else was faster: `If-Match` names another version.',
    'VERSION_CONFLICT',
    'Somebody else has changed this since you read it.',
  ],
  413: ['The body is too large.', 'PAYLOAD_TOO_LARGE', 'The body is larger than 1024 KiB.'],
  415: ['The body is not JSON.', 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.'],
  429: ['Over a limit.', 'RATE_LIMITED', 'Too many requests. Please wait and try again.'],
  500: ['A fault of ours.', 'INTERNAL', 'Something went wrong on our side. Please try again.'],
  503: [
    'Temporarily unavailable.',
    'SERVICE_UNAVAILABLE',
    'The service is temporarily unavailable. Please try again shortly.',
  ],
};

const waits = (status: number) => status === 429 || status === 503;

const answer = (schema: string, body: (status: number, code: string, sentence: string) => object) =>
  Object.fromEntries(
    Object.entries(SENTENCES).map(([status, [description, code, sentence]]) => [
      `${schema}${status}`,
      {
        description,
        headers: waits(Number(status)) ? waiting : always,
        content: json(ref('schemas', schema), body(Number(status), code, sentence)),
      },
    ]),
  );

export const components = {
  schemas: {
    Error: {
      type: 'object',
      required: ['ok', 'error', 'code'],
      properties: {
        ok: { const: false },
        error: { ...string, description: 'A sentence for a person.' },
        code: { ...string, description: 'Stable, for programs.' },
        issues,
        retry_after: seconds,
      },
    },
    ReportError: {
      type: 'object',
      required: ['ok', 'error'],
      additionalProperties: false,
      properties: { ok: { const: false }, error: string },
    },
    InsightsError: {
      type: 'object',
      required: ['error'],
      additionalProperties: false,
      properties: { error: string, retry_after: seconds },
    },
  },
  headers: {
    RequestId: header('Names the request in the portal’s log.'),
    ErrorCode: header('The stable code of the error.'),
    RateLimitLimit: header('Calls allowed in the window.', { type: 'integer' }),
    RateLimitRemaining: header('Calls left in the window.', { type: 'integer' }),
    RateLimitReset: header('When the window ends, in Unix seconds.', { type: 'integer' }),
    HasMore: header('Whether there are more after the last one.', { type: 'string', enum: ['true', 'false'] }),
    RetryAfter: header('Seconds until another attempt makes sense.', { type: 'integer', minimum: 1 }),
  },
  responses: {
    ...answer('Error', (status, code, error) => ({
      ok: false,
      error,
      code,
      ...(waits(status) && { retry_after: 30 }),
    })),
    ReportError503: answer('ReportError', (_status, _code, error) => ({ ok: false, error })).ReportError503,
    ...answer('InsightsError', (status, _code, error) => ({ error, ...(waits(status) && { retry_after: 30 }) })),
  },
};

const COUNTED = {
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

/** The headers of a good answer. */
export const headersOf = (path: string) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(path.startsWith('/insights/') || path === '/auth/login' ? COUNTED : {}),
  ...(path === '/billing/invoices' && { 'X-Has-More': ref('headers', 'HasMore') }),
});

/** Errors that the general rules do not give: credentials that are no session, state conflicts, ids in a body. */
const PARTICULAR: Record<string, number[]> = {
  'post /auth/login': [401],
  'post /auth/2fa/verify-login': [401],
  'post /auth/2fa/verify-backup-code': [401],
  'post /auth/2fa/setup': [409],
  'post /auth/register': [409],
  'post /auth/accept-invitation': [401],
  'post /auth/org/invitations': [409],
  'put /auth/org/members/{id}': [409],
  'delete /auth/org/members/{id}': [409],
  'post /auth/org/switch': [404],
  'get /billing/subscription': [409],
};

/** The error answers that an operation can give, as references. */
export function responsesFor(
  path: string,
  method: string,
  operation: { security?: object[]; requestBody?: object; parameters?: { in: string; name: string }[] },
) {
  const family = path.startsWith('/insights/') ? 'InsightsError' : 'Error';
  const statuses = [
    400,
    ...(operation.security ? [401] : []),
    403,
    ...(path.includes('{') ? [404] : []),
    ...(PARTICULAR[`${method} ${path}`] ?? []),
    ...(operation.parameters?.some(({ name }) => name === 'If-Match') ? [412] : []),
    ...(operation.requestBody ? [413, 415] : []),
    429,
    500,
    503,
  ];
  const familyOf = (status: number) => (path === '/exports/report' && status === 503 ? 'ReportError' : family);
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', `${familyOf(status)}${status}`)]));
}
