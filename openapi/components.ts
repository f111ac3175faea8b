import { ERRORS } from '../server/errors.ts';

type Section = 'schemas' | 'headers' | 'parameters' | 'responses';

/** A reference to a component. */
export const ref = (section: Section, name: string) => ({ $ref: `#/components/${section}/${name}` });

const string = { type: 'string' };
const integer = { type: 'integer' };

const failed = { type: 'boolean', const: false, description: 'Always false.' };
const sentence = {
  ...string,
  description: 'The error as a sentence, safe to show to people.',
  example: 'Please sign in first.',
};
const retryAfter = { ...integer, minimum: 1, description: 'Seconds to wait before the next attempt.', example: 30 };

const schemas = {
  ErrorCode: {
    ...string,
    description: 'The error as a stable code, for programs.',
    enum: Object.keys(ERRORS),
    example: 'UNAUTHENTICATED',
  },
  Issue: {
    type: 'object',
    description: 'One invalid field.',
    required: ['path', 'message'],
    properties: {
      path: { ...string, description: 'Path of the field, levels separated by dots.', example: 'email' },
      message: { ...string, description: 'The problem with the value.', example: 'Invalid email address' },
    },
  },
  Error: {
    type: 'object',
    description: 'The error body of all routes except insights routes.',
    required: ['ok', 'error', 'code'],
    properties: {
      ok: failed,
      error: sentence,
      code: ref('schemas', 'ErrorCode'),
      issues: { type: 'array', description: 'The invalid fields, at most 50.', items: ref('schemas', 'Issue') },
      retry_after: retryAfter,
      limit: { ...string, description: 'With `PLAN_LIMIT`: what the plan grants no more of.', example: 'members' },
    },
  },
  ReportError: {
    type: 'object',
    description: 'The error body of a report that cannot be produced at the moment.',
    required: ['ok', 'error'],
    additionalProperties: false,
    properties: { ok: failed, error: sentence },
  },
  InsightsError: {
    type: 'object',
    description: 'The error body of the insights routes.',
    required: ['error'],
    additionalProperties: false,
    properties: { error: sentence, retry_after: retryAfter },
  },
};

const count = { ...integer, minimum: 0 };

const headers = {
  RequestId: {
    description:
      'Identifies the request in the log of the portal: the `X-Request-Id` of the request, where it has 1 to 128 letters, digits, `.`, `_` or `-`, else a new one.',
    schema: { ...string, pattern: '^[A-Za-z0-9._-]{1,128}$', example: '0b9f7c1e-54f0-4f0b-9d55-6a2f1c8e7d43' },
  },
  ErrorCode: { description: 'The code of the error, as in the body.', schema: ref('schemas', 'ErrorCode') },
  RateLimitPolicy: {
    description:
      'The general limit, on every answer that counts against it: its name, the calls allowed (`q`) in a window of `w` seconds. Once the limit of the organization refuses a call, it follows.',
    schema: { ...string, example: '"general";q=600;w=60' },
  },
  RateLimit: {
    description: 'The calls left (`r`) and the seconds to the end of the window (`t`), for each limit of the policy.',
    schema: { ...string, example: '"general";r=599;t=42' },
  },
  RateLimitLimit: { description: 'Calls allowed per window.', schema: { ...count, example: 100 } },
  RateLimitRemaining: { description: 'Calls left in the window.', schema: { ...count, example: 97 } },
  RateLimitReset: { description: 'End of the window, in Unix seconds.', schema: { ...count, example: 1_771_234_560 } },
  IdempotentReplayed: {
    description: 'The answer is the first one of this `Idempotency-Key`; nothing was done again.',
    schema: { ...string, enum: ['true'], example: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { ...integer, minimum: 1, example: 30 },
  },
};

const parameters = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag from an earlier response: a current one is answered with 304.',
    schema: { ...string, example: '"3"' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: within 24 hours the same key, caller and body get the first answer again, without doing anything twice. Another body is 409, and so is a call that was carried out while its answer was lost: look at what it did. Failures are not kept.',
    schema: {
      ...string,
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      example: '6f1d2c9e-3b7a-4c58-9e21-0a4d8b6f7c13',
    },
  },
};

/** The components that operations share besides the schemas of the routers: error bodies, headers, parameters. */
export const components = { schemas, headers, parameters };
