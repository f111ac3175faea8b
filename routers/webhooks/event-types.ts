/** The events that webhooks receive. */
export const EVENT_TYPES = [
  'scan.completed',
  'score.dropped',
  'question.answered',
  'goal.completed',
  'goal.overdue',
  'action_item.updated',
  'suggestion.created',
  'page.review_requested',
  'page.published',
  'member.joined',
  'member.removed',
  'subscription.updated',
  'invoice.payment_failed',
  'export.ready',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on demand, to whatever types a webhook has subscribed. */
export const TEST_EVENT = 'webhook.test';
