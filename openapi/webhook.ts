import { securityOf } from './access.ts';
import { errorResponses, successHeaders } from './responses.ts';

const STRIPE_DOCS = 'https://docs.stripe.com/api/events/object';

const Event = {
  type: 'object',
  description: `A Stripe event (${STRIPE_DOCS}), reduced to the fields in use.`,
  required: ['id', 'type', 'data'],
  properties: {
    id: { type: 'string', description: 'Id of the event.', example: 'evt_1SxZb2LkdIwHu7ix' },
    type: { type: 'string', description: 'Type of the event.', example: 'customer.subscription.updated' },
    data: {
      type: 'object',
      description: 'The changed object.',
      required: ['object'],
      properties: {
        object: {
          type: 'object',
          description: 'The Stripe object: a customer, a subscription or an invoice.',
          example: { id: 'sub_1SxZb1LkdIwHu7ix', object: 'subscription', customer: 'cus_TvQ4mZr8kWcY2n' },
        },
      },
    },
  },
};

const Received = {
  type: 'object',
  required: ['ok'],
  properties: { ok: { type: 'boolean', const: true, description: 'Always true.' } },
};

const signature = {
  name: 'Stripe-Signature',
  in: 'header',
  required: true,
  description: 'Signature of Stripe over the time and the exact bytes of the body.',
  example: 't=1771234560,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  schema: { type: 'string' },
};

const policy = { access: 'anyone' } as const;
const operation = { method: 'post', path: '/billing/webhook', hasBody: true, policy };
const { 403: _csrf, 415: _mediaType, ...errors } = errorResponses(operation);

/** The only route without a procedure: its signature covers the exact bytes of the body. */
export const webhookPath = {
  '/billing/webhook': {
    post: {
      operationId: 'billing_webhook',
      summary: 'Receive a Stripe event',
      description:
        'Called by Stripe. Authenticated by a signature no older than five minutes instead of a session. ' +
        'Events may arrive repeatedly and in any order; unknown types are ignored. ' +
        'Stripe repeats an event until the response is 200.',
      tags: ['Billing'],
      security: securityOf(policy, 'post'),
      parameters: [signature],
      requestBody: { required: true, content: { 'application/json': { schema: Event } } },
      responses: {
        200: {
          description: 'The event has been processed, or needs no processing.',
          headers: successHeaders(policy),
          content: { 'application/json': { schema: Received } },
        },
        ...errors,
      },
    },
  },
};
