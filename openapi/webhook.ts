import { headersOf, responsesFor } from './errors.ts';

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

const { 415: _, ...errors } = responsesFor('/billing/webhook', 'post', { requestBody });

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
          headers: headersOf('/billing/webhook'),
          content: { 'application/json': { schema: Done } },
        },
        ...errors,
      },
    },
  },
};
