import { z } from 'zod';
import { SENT_EVENTS } from '../routers/webhooks/event-types.ts';
import { ref } from './components.ts';

const string = { type: 'string' };

/** The headers of events, per the Standard Webhooks specification. */
export const eventHeaders = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event. It stays the same when the event is sent again.',
    schema: { ...string, format: 'uuid', example: '01a204de-abf6-790b-81e6-06c4451de5b6' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When the event was sent, in Unix seconds.',
    schema: { ...string, pattern: '^\\d+$', example: '1771234567' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures of id, time and the exact bytes of the body, separated by spaces: two while a secret is being replaced.',
    schema: { ...string, example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
  },
};

function bodySchema(type: string, data: z.ZodType) {
  const { $schema: _, ...fields } = z.toJSONSchema(data, { io: 'input' });
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { ...string, const: type, description: 'Type of the event.' },
      timestamp: {
        ...string,
        format: 'date-time',
        description: 'When it happened.',
        example: '2026-02-16T09:30:00.000Z',
      },
      data: { description: 'Ids and figures; further fields may come.', ...fields },
    },
  };
}

const description =
  'Sent to the webhooks that have subscribed to it, at least once; events about one thing in order. A redirect, a status of 300 or more and no answer within ten seconds are failures: the event is sent again, eleven times in four days.';

/** The requests that the portal makes to webhooks: `webhooks` of the document, an entry for each type of event. */
export const events = Object.fromEntries(
  Object.entries(SENT_EVENTS).map(([type, { summary, data }]) => [
    type,
    {
      post: {
        operationId: `event_${type.replaceAll('.', '_')}`,
        summary,
        description,
        tags: ['Webhooks'],
        security: [],
        parameters: Object.keys(eventHeaders).map((name) => ref('parameters', name)),
        requestBody: { required: true, content: { 'application/json': { schema: bodySchema(type, data) } } },
        responses: { '2XX': { description: 'The receiver has accepted the event.' } },
      },
    },
  ]),
);
