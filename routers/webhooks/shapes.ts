import { z } from 'zod';
import { webhookDeliveryStatus, webhookFormat, type webhooks } from '../../db/schema/index.ts';
import { HttpUrl, hasNoPassword } from '../values/fields.ts';
import { singleLine, Timestamp, Uuid } from '../values/shapes.ts';
import { EVENT_TYPES } from './event-types.ts';
import { FAILURES } from './post-event.ts';

const EXAMPLE_URL = 'https://hooks.harborstreetdental.example/portal';
const TYPES = 'Types of the events that are sent.';

/** What an administrator sets. */
export const WEBHOOK_FIELDS = {
  url: HttpUrl.refine(hasNoPassword, 'must not contain a user name or a password').meta({
    description: 'Where events are sent; in production an https URL of a public address.',
    example: EXAMPLE_URL,
  }),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .max(EVENT_TYPES.length)
    .refine((types) => new Set(types).size === types.length, 'must not repeat')
    .meta({ description: TYPES, example: ['scan.completed', 'page.published'] }),
  format: z.enum(webhookFormat.enumValues).meta({
    description:
      'How events are written: `standard` as Standard Webhooks say, signed; `slack`, `teams` and `discord` as messages for an incoming webhook of that chat, without a signature.',
    example: 'standard',
  }),
  description: singleLine(300)
    .nullish()
    .meta({ description: 'A note; null for none.', maxLength: 300, example: 'Practice software' }),
};

const shown = {
  id: Uuid.describe('Id of the webhook.'),
  url: z.string().meta({ description: 'Where events are sent.', example: EXAMPLE_URL }),
  format: z.enum(webhookFormat.enumValues).describe('How events are written.'),
  events: z.array(z.enum(EVENT_TYPES)).meta({ description: TYPES, example: ['scan.completed', 'page.published'] }),
  description: z.string().nullable().meta({ description: 'A note; null for none.', example: 'Practice software' }),
  enabled: z.boolean().describe('Whether events are sent.'),
  failingSince: Timestamp.nullable().describe('First failure since the last success; null when there is none.'),
  turnedOffAt: Timestamp.nullable().describe(
    'When the portal turned the webhook off after three days of failures; null if it did not.',
  ),
  secretBeforeUntil: Timestamp.nullable().describe(
    'The time until which the previous secret signs as well; null when none does.',
  ),
  createdAt: Timestamp.describe('When the webhook was created.'),
  updatedAt: Timestamp.describe('When the webhook was last changed.'),
};

export const Webhook = z
  .object(shown)
  .meta({ id: 'Webhook', description: 'An address that receives events, without its secret.' });

export const WebhookWithSecret = z
  .object({
    ...shown,
    secret: z.string().optional().meta({
      description: 'The signing secret, per the Standard Webhooks specification; it is not shown again.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTmGbzRWkZrA=',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook with its new secret.' });

/** A stored webhook as it is shown. */
export function toWebhook(row: typeof webhooks.$inferSelect) {
  const until = row.secretBeforeUntil;
  return {
    ...row,
    events: row.events as z.infer<typeof Webhook>['events'],
    secretBeforeUntil: until && until > new Date() ? until : null,
  };
}

export const Delivery = z
  .object({
    id: Uuid.describe('Id of the delivery.'),
    eventId: Uuid.describe('Id of the event, the header `webhook-id`.'),
    type: z.string().meta({ description: 'Type of the event.', example: 'scan.completed' }),
    status: z
      .enum(webhookDeliveryStatus.enumValues)
      .describe('`parked`: given up after the last attempt; it can be sent again.'),
    attempts: z.int().min(0).meta({ description: 'Number of attempts.', example: 1 }),
    createdAt: Timestamp.describe('When the event happened.'),
    lastAttemptAt: Timestamp.nullable().describe('When the last attempt began; null before the first.'),
    nextAttemptAt: Timestamp.nullable().describe('When the next attempt is due; null when there is none.'),
    deliveredAt: Timestamp.nullable().describe('When the receiver accepted the event; null before.'),
    error: z
      .enum(FAILURES)
      .nullable()
      .describe(
        'Why the last attempt failed: no answer in 10 seconds, no connection, an address that is not public, a redirect or another status than 2xx. Null if it did not.',
      ),
    responseStatus: z
      .int()
      .nullable()
      .meta({ description: 'Status of the last response; null without.', example: 204 }),
    responseBody: z.string().nullable().meta({
      description: 'The first 1,024 bytes of the last response; null without.',
      example: 'ok',
    }),
    durationMs: z.int().nullable().meta({ description: 'Duration of the last attempt, in milliseconds.', example: 84 }),
    body: z.string().meta({
      description: 'The event; a chat gets it as a message.',
      example: '{"type":"webhook.test","timestamp":"2026-02-16T09:30:00.000Z","data":{}}',
    }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event for a webhook, and the outcome of its delivery.' });
