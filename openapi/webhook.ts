import { errorResponses, successHeaders } from './responses.ts';

const text = (description: string, example: string) => ({ type: 'string', description, example });

const requestBody = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'type', 'data'],
        properties: {
          id: text('Id of the event.', 'evt_1QvKb2LkdIwHu7ixT8cYw3Zp'),
          type: text('Type of the event.', 'customer.subscription.updated'),
          data: { type: 'object', description: 'The affected object, as `object`.' },
        },
      },
    },
  },
};

const Received = {
  type: 'object',
  required: ['ok'],
  properties: { ok: { const: true, description: 'Always true.' } },
};

const policy = { access: 'anyone' } as const;
const operation = { method: 'post', path: '/billing/webhook', hasBody: true, policy };
const { 403: _origin, 415: _type, ...errors } = errorResponses(operation);

/** The only route without a procedure: its signature covers the raw bytes of the body. */
export const webhookPath = {
  '/billing/webhook': {
    post: {
      operationId: 'billing_webhook',
      summary: 'Receive a Stripe event',
      description:
        'For Stripe’s webhook: the signature in `Stripe-Signature` takes the place of a session. An event has its effect once; Stripe retries after any other response than 200.',
      tags: ['Billing'],
      parameters: [
        {
          name: 'Stripe-Signature',
          in: 'header',
          required: true,
          schema: text('Stripe’s signature of the body, at most five minutes old.', 't=1771234200,v1=5257a869e7ec…'),
        },
      ],
      requestBody,
      responses: {
        200: {
          description: 'The event is accepted.',
          headers: successHeaders(policy),
          content: { 'application/json': { schema: Received } },
        },
        ...errors,
      },
    },
  },
};
