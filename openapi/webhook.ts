import { errorResponses, successHeaders } from './responses.ts';

const requestBody = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'type', 'data'],
        properties: { id: { type: 'string' }, type: { type: 'string' }, data: { type: 'object' } },
      },
    },
  },
};

const Done = {
  type: 'object',
  required: ['ok'],
  properties: { ok: { const: true } },
};

const policy = { access: 'anyone' } as const;
const operation = { method: 'post', path: '/billing/webhook', hasBody: true, policy };
const { 403: _origin, 415: _type, ...errors } = errorResponses(operation);

/** The one route that is no procedure: its signature is over the bytes of the body. */
export const webhookPath = {
  '/billing/webhook': {
    post: {
      operationId: 'billing_webhook',
      summary: 'Take an event of Stripe’s, signed by Stripe',
      tags: ['Billing'],
      parameters: [{ name: 'Stripe-Signature', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody,
      responses: {
        200: {
          description: 'Done.',
          headers: successHeaders(policy),
          content: { 'application/json': { schema: Done } },
        },
        ...errors,
      },
    },
  },
};
