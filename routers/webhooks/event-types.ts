import { z } from 'zod';
import {
  actionItemStatus,
  alertCondition,
  alertMetric,
  goalStatus,
  insightType,
  priority,
  role,
  suggestionStatus,
} from '../../db/schema/index.ts';

const id = (description: string) => z.uuid().meta({ description, example: '01a204de-abf6-790b-81e6-06c4451de5b6' });
const day = (description: string) => z.iso.date().nullable().meta({ description, example: '2026-06-30' });
const moment = (description: string, example = '2026-02-15T02:00:00.000Z') =>
  z.iso.datetime().meta({ description, example });
const score = (description: string, example: number) => z.number().min(0).max(100).meta({ description, example });
const count = (description: string, example: number) => z.int().min(0).meta({ description, example });

/** An event: when it is sent, in at most 60 characters, and the fields of its `data`. Further fields may come. */
const event = <Fields extends z.ZodRawShape>(summary: string, fields: Fields) => ({ summary, data: z.object(fields) });

const scan = {
  runId: id('Id of the scan.'),
  completedAt: moment('When the scan was completed.'),
  dynamicScore: score('Overall score of the scan.', 58.4),
};
const goal = {
  goalId: id('Id of the goal.'),
  status: z.enum(goalStatus.enumValues).meta({ description: 'Status of the goal.', example: 'completed' }),
  currentValue: z.number().meta({ description: 'Value reached.', example: 60 }),
  targetValue: z.number().meta({ description: 'Value aimed at.', example: 60 }),
  deadline: day('Deadline in the organization’s time zone; null for none.'),
};
const page = { pageId: id('Id of the page.'), version: count('Version of the page.', 4) };
const member = {
  userId: id('Id of the person.'),
  role: z.enum(role.enumValues).meta({ description: 'Role in the organization.', example: 'member' }),
};

const connection = {
  connectionId: id('Id of the connection.'),
  kind: z.string().meta({ description: 'Its tool.', example: 'plausible' }),
};

const alert = {
  alertId: id('Id of the alert.'),
  metric: z.enum(alertMetric.enumValues).meta({ description: 'The figure.', example: 'sessions' }),
  when: z.enum(alertCondition.enumValues).meta({ description: 'The condition.', example: 'below' }),
  value: z.number().meta({ description: 'The figure’s value.', example: 280 }),
  threshold: z.number().nullable().meta({ description: 'The value of the alert; null for `moved`.', example: 300 }),
};

/** The events that webhooks receive. */
export const EVENTS = {
  'scan.completed': event('A scan was ingested', {
    ...scan,
    dynamicScore: score('Overall score of the scan; null where it brought AI search alone.', 58.4).nullable(),
    rawScore: score('Score before its confidence; null as well then.', 61.2).nullable(),
  }),
  'score.dropped': event('The score is 5 points or more below the scan before', {
    ...scan,
    previousRunId: id('Id of the scan before.'),
    previousScore: score('Overall score of the scan before.', 63.4),
    change: z.number().meta({ description: 'Difference of the scores.', example: -5 }),
  }),
  'question.answered': event('A question was answered', {
    runId: id('Id of the question.'),
    questionType: z.enum(insightType.enumValues).meta({ description: 'Type of the question.', example: 'nlq' }),
    tokensUsed: count('Tokens of the model.', 512),
    executionTimeMs: count('Duration in milliseconds.', 840),
  }),
  'goal.completed': event('A goal was completed', goal),
  'goal.overdue': event('The deadline of an unfinished goal has passed', goal),
  'action_item.updated': event('Fields of an action item have changed', {
    actionItemId: id('Id of the action item.'),
    status: z.enum(actionItemStatus.enumValues).meta({ description: 'Status of the item.', example: 'done' }),
    priority: z.enum(priority.enumValues).meta({ description: 'Priority of the item.', example: 'high' }),
    dueDate: day('Due date; null for none.'),
    changed: z.array(z.string()).meta({ description: 'Names of the changed fields.', example: ['status'] }),
  }),
  'suggestion.created': event('A content suggestion came', {
    draftId: id('Id of the suggestion.'),
    contentType: z.string().meta({ description: 'Kind of content.', example: 'blog_post' }),
    status: z.enum(suggestionStatus.enumValues).meta({ description: 'Status of the suggestion.', example: 'pending' }),
    confidence: z.number().min(0).max(1).meta({ description: 'Confidence in the suggestion.', example: 0.8 }),
  }),
  'page.review_requested': event('A page was submitted for review', page),
  'page.published': event('A page was published', page),
  'member.joined': event('A member joined the organization', member),
  'member.removed': event('A member was removed from the organization', member),
  'subscription.updated': event('The subscription has changed', {
    status: z.string().meta({ description: 'Stripe’s status, or `none`.', example: 'past_due' }),
    plan: z.string().nullable().meta({ description: 'Key of the plan; null for none.', example: 'website' }),
    cancelAtPeriodEnd: z.boolean().meta({ description: 'Whether it ends with the period.', example: false }),
    currentPeriodEnd: moment('End of the paid period; null without.', '2026-03-01T00:00:00.000Z').nullable(),
  }),
  'invoice.payment_failed': event('A payment has failed', {
    invoiceId: z
      .string()
      .nullable()
      .meta({ description: 'Stripe’s id of the invoice; null if unknown.', example: 'in_1Q' }),
  }),
  'connection.failed': event('A connection brings no figures any more', {
    ...connection,
    status: z.string().meta({ description: 'Status of the connection.', example: 'revoked' }),
    problem: z.string().meta({ description: 'Name of the failure.', example: 'credential_refused' }),
  }),
  'connection.restored': event('A connection brings figures again', connection),
  'alert.fired': event('The condition of an alert is met', alert),
  'alert.resolved': event('The condition of an alert is no longer met', alert),
  'export.ready': event('An archive of all that the organization has was made', { exportId: id('Id of the export.') }),
};

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Sent on demand, to whatever types a webhook has subscribed. */
export const TEST_EVENT = 'webhook.test';

/** All that a receiver may be sent. */
export const SENT_EVENTS = {
  ...EVENTS,
  [TEST_EVENT]: event('An administrator asked for a test', { webhookId: id('Id of the webhook.') }),
};
