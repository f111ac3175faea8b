import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_TYPES, SENT_EVENTS } from '../../routers/webhooks/event-types.ts';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const types = page.slice(page.indexOf('## Types'));

it.each(Object.keys(SENT_EVENTS))('docs/webhooks.md describes %s', (type) => {
  expect(types).toContain(`\`${type}\``);
});

it('docs/webhooks.md has examples that are JSON', () => {
  const examples = [...types.matchAll(/`(\{.*?\})`/g)].map(([, json]) => json ?? '');

  expect(examples.length).toBeGreaterThan(8);
  for (const example of examples) expect(JSON.parse(example)).toBeTypeOf('object');
});

it.each(Object.entries(SENT_EVENTS))('docs/webhooks.md shows the fields of %s', (type, { data }) => {
  const row = types.split('\n').find((line) => line.includes(`\`${type}\``)) ?? '';
  const [, example] = /`(\{.*?\})`/.exec(row) ?? [];

  // "As above" in place of an example.
  if (example) expect(Object.keys(JSON.parse(example))).toEqual(Object.keys(data.shape));
});

it('the catalogue is that of the contract', () => {
  expect(EVENT_TYPES).toEqual([
    ...['scan.completed', 'score.dropped', 'question.answered', 'goal.completed', 'goal.overdue'],
    ...['action_item.updated', 'suggestion.created', 'page.review_requested', 'page.published'],
    ...['member.joined', 'member.removed', 'subscription.updated', 'invoice.payment_failed', 'connection.failed'],
    ...['connection.restored', 'alert.fired', 'alert.resolved', 'export.ready'],
  ]);
});
