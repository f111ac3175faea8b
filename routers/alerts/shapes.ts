import { z } from 'zod';
import { alertChannel, alertCondition, alertMetric, type alerts } from '../../db/schema/index.ts';
import { Timestamp, Uuid } from '../values/shapes.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type AlertMetric = (typeof alertMetric.enumValues)[number];

const METRICS =
  'The figure: `visibility_score` of the latest scan; `mention_rate` in answers of AI assistants, in percent; `review_rating`, the mean of 12 months in stars; `sessions`, `conversions` and `clicks`, sums of the last 7 full days; `listing_errors`, listings whose name, address or phone is wrong.';

const Hour = z.int().min(0).max(23);

const QuietHours = z.object({
  from: Hour.meta({ description: 'The first hour in which emails wait, in the organization’s zone.', example: 20 }),
  to: Hour.meta({ description: 'The hour in which they are sent.', example: 7 }),
});

/** What an administrator sets. */
export const ALERT_FIELDS = {
  metric: z.enum(alertMetric.enumValues).meta({ description: METRICS, example: 'sessions' }),
  when: z.enum(alertCondition.enumValues).meta({
    description:
      'When it fires: `below` or `above` the value; `drops_by` or `rises_by` at least the value against the scan, or the 7 days, before; `moved` where the change of the mention rate is more than chance explains.',
    example: 'below',
  }),
  value: z.number().min(0).max(1_000_000_000_000).nullable().meta({
    description:
      'The threshold, or the size of the change, in the unit of the figure and within its scale (`visibility_score` and `mention_rate` 0 to 100, `review_rating` 1 to 5); null for `moved`.',
    example: 300,
  }),
  channels: z
    .array(z.enum(alertChannel.enumValues))
    .min(1)
    .max(2)
    .refine((channels) => new Set(channels).size === channels.length, 'must not repeat')
    .meta({
      description: 'How it tells: `mail` to whoever made it, `webhook` to those that have subscribed to its events.',
      example: ['mail', 'webhook'],
    }),
  quietHours: QuietHours.refine(({ from, to }) => from !== to, 'must begin and end at different hours')
    .nullable()
    .describe('Hours in which emails wait; one is sent afterwards. Null for none.'),
  muted: z.boolean().describe('Whether it only records when it fires, and tells nobody.'),
};

export const Alert = z
  .object({
    id: Uuid.describe('Id of the alert.'),
    ...ALERT_FIELDS,
    firingSince: Timestamp.nullable().describe('When it fired, while its condition holds; null otherwise.'),
    createdAt: Timestamp.describe('When it was created.'),
    updatedAt: Timestamp.describe('When it was last changed.'),
  })
  .meta({ id: 'Alert', description: 'A figure, and the condition under which the portal tells of it.' });

export const Firing = z
  .object({
    id: Uuid.describe('Id of the firing.'),
    at: Timestamp.describe('When the condition was met.'),
    value: z.number().meta({ description: 'The figure that met it.', example: 280 }),
    endedAt: Timestamp.nullable().describe('When it was no longer met; null while it is.'),
    endValue: z.number().nullable().meta({
      description: 'The figure that no longer met it; null while it does, and where the alert was changed instead.',
      example: 310,
    }),
  })
  .meta({ id: 'AlertFiring', description: 'A time that the condition of an alert was met.' });

/** A stored alert as it is shown. */
export const toAlert = ({ quietFrom, quietTo, ...row }: AlertRow, firingSince: Date | null) => ({
  ...row,
  quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  firingSince,
});
