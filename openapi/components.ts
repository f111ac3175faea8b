import { ERRORS } from '../server/errors.ts';

const string = { type: 'string' };
const sentence = { ...string, description: 'What went wrong, for a person.', example: 'Please sign in first.' };
const seconds = {
  type: 'integer',
  minimum: 1,
  description: 'Seconds until another attempt makes sense.',
  example: 30,
};
const header = (description: string, schema: object) => ({ description, schema });

export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The error bodies, and the headers that answers have in common. */
export const components = {
  schemas: {
    Error: {
      type: 'object',
      description: 'An error of any route but those of insights.',
      required: ['ok', 'error', 'code'],
      properties: {
        ok: { const: false, description: 'Always false.' },
        error: sentence,
        code: {
          ...string,
          enum: Object.keys(ERRORS),
          description: 'What went wrong, for programs: one of a closed list.',
          example: 'UNAUTHENTICATED',
        },
        issues: {
          type: 'array',
          description: 'The fields that are not valid, at most 50.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { ...string, description: 'The field, with dots between levels.', example: 'email' },
              message: { ...string, description: 'What is wrong with it.', example: 'Invalid email address' },
            },
          },
        },
        retry_after: seconds,
      },
    },
    ReportError: {
      type: 'object',
      description: 'The report cannot be printed now.',
      required: ['ok', 'error'],
      additionalProperties: false,
      properties: { ok: { const: false, description: 'Always false.' }, error: sentence },
    },
    InsightsError: {
      type: 'object',
      description: 'An error of an insights route.',
      required: ['error'],
      additionalProperties: false,
      properties: { error: sentence, retry_after: seconds },
    },
  },
  headers: {
    RequestId: header('Identifies the request in the log of the portal.', { ...string, format: 'uuid' }),
    ErrorCode: header('The code of the error.', { ...string, enum: Object.keys(ERRORS) }),
    RateLimitLimit: header('Calls allowed in the window.', { type: 'integer', minimum: 0 }),
    RateLimitRemaining: header('Calls left in the window.', { type: 'integer', minimum: 0 }),
    RateLimitReset: header('End of the window, in Unix seconds.', { type: 'integer', minimum: 0 }),
    RetryAfter: header('Seconds until another attempt makes sense.', { type: 'integer', minimum: 1 }),
  },
};
