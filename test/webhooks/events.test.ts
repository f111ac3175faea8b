import { expect, it } from 'vitest';
import { runLog } from '../../routers/insights/runs.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../routers/webhooks/event-types.ts';
import { ingest, makePage } from '../helpers/content.ts';
import { registerVerified, toldTo } from '../helpers/notices.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { billingForThisFile, plan } from '../helpers/stripe.ts';
import { listener, sendEvents } from '../helpers/webhooks.ts';

const { portal, stripe, subscriber, deliver } = billingForThisFile();

/** A person whose organization is told of all events, and the types and data that have arrived. */
async function told(person?: Awaited<ReturnType<typeof portal.register>>) {
  const admin = person ?? (await portal.register());
  const { receiver } = await listener(admin, [...EVENT_TYPES]);
  const arrived = async () => {
    await portal.deps.use(runLog).settled();
    await sendEvents(portal);
    return receiver.arrivals.map(({ type, data }) => {
      // What is documented arrives, and nothing else.
      EVENTS[type as EventType].data.strict().parse(data);
      return { type, data };
    });
  };
  return { person: admin, arrived, receiver };
}

const scored = (externalId: string, completedAt: string, dynamicScore: number) =>
  scan({ externalId, completedAt, overall: { rawScore: 60, dynamicScore, confidence: 0.8 } });

it('emits events for a scan, and for a score that dropped by 5 points or more against the scan before', async () => {
  const { person, arrived, receiver } = await told();
  const pipeline = await person.pipeline();
  const send = async (...facts: Parameters<typeof scored>) =>
    (await pipeline.post('/api/ingest/scans', scored(...facts))).json().runId as string;

  const first = await send('first', '2026-01-01T00:00:00.000Z', 70);
  const second = await send('second', '2026-01-08T00:00:00.000Z', 65.1);
  const third = await send('third', '2026-01-15T00:00:00.000Z', 60.1);
  await send('third', '2026-01-15T00:00:00.000Z', 20);
  const late = await send('late', '2026-01-02T00:00:00.000Z', 10);
  const events = await arrived();

  const ofType = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  expect(ofType('scan.completed').map(({ runId }) => runId)).toHaveLength(4);
  expect(new Set(ofType('scan.completed').map(({ runId }) => runId))).toEqual(new Set([first, second, third, late]));
  expect(ofType('score.dropped')).toEqual([
    {
      runId: third,
      completedAt: '2026-01-15T00:00:00.000Z',
      dynamicScore: 60.1,
      previousRunId: second,
      previousScore: 65.1,
      change: -5,
    },
  ]);
  const aboutThird = receiver.arrivals.filter(({ data }) => data.runId === third).map(({ type }) => type);
  expect(aboutThird).toEqual(['scan.completed', 'score.dropped']);
});

it('emits one event for a drop that comes with a replaced scan, and sends one mail', async () => {
  const person = await registerVerified(portal);
  const { arrived } = await told(person);
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/scans', scored('before', '2026-01-01T00:00:00.000Z', 70));

  for (const score of [68, 60, 50])
    await pipeline.post('/api/ingest/scans', scored('latest', '2026-01-08T00:00:00.000Z', score));
  const mails = await toldTo(portal, person);
  const events = await arrived();

  expect(events.map(({ type }) => type)).toEqual(['scan.completed', 'scan.completed', 'score.dropped']);
  expect(events.at(-1)?.data).toMatchObject({ dynamicScore: 60, previousScore: 70, change: -10 });
  expect(mails.map(({ subject }) => subject)).toEqual(['Your visibility score has fallen']);
});

it('sends no mail of a drop that was taken back before', async () => {
  const person = await registerVerified(portal);
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/scans', scored('before', '2026-01-01T00:00:00.000Z', 70));

  for (const score of [60, 72])
    await pipeline.post('/api/ingest/scans', scored('latest', '2026-01-08T00:00:00.000Z', score));

  expect(await toldTo(portal, person)).toEqual([]);
});

it('emits events for goals and action items that people change', async () => {
  const { person, arrived } = await told();
  await ingest(person, [record('goal', { status: 'in_progress' }), record('action_item', { status: 'open' })]);
  const [{ goal_id: goalId }] = (await person.get('/api/dashboard/goals')).json().data;
  const [{ id: itemId }] = (await person.get('/api/dashboard/action-items')).json();

  await person.put(`/api/dashboard/goals/${goalId}`, { status: 'completed' });
  await person.put(`/api/dashboard/goals/${goalId}`, { status: 'completed' });
  await person.put(`/api/dashboard/action-items/${itemId}`, { status: 'done', title: 'Another title' });

  expect(await arrived()).toMatchObject([
    { type: 'goal.completed', data: { goalId, status: 'completed' } },
    { type: 'action_item.updated', data: { actionItemId: itemId, status: 'done', changed: ['title', 'status'] } },
  ]);
});

it('emits events for goals, action items and suggestions that pipelines send', async () => {
  const { person, arrived } = await told();
  await ingest(person, [
    record('goal', { status: 'in_progress' }, 'goal'),
    record('action_item', { status: 'open' }, 'item'),
  ]);

  for (let n = 0; n < 2; n += 1)
    await ingest(person, [
      record('goal', { status: 'completed' }, 'goal'),
      record('action_item', { status: 'in_progress' }, 'item'),
      record('suggestion', {}, 'suggestion'),
    ]);

  const events = await arrived();
  expect(events.map(({ type }) => type).sort()).toEqual([
    'action_item.updated',
    'goal.completed',
    'suggestion.created',
  ]);
  expect(events.find(({ type }) => type === 'action_item.updated')?.data).toMatchObject({ changed: ['status'] });
});

it('emits events for pages submitted for review or published', async () => {
  const { person, arrived } = await told();
  const { id: pageId } = await makePage(person, { title: 'A page', content: '' });

  await person.put(`/api/cms/pages/${pageId}`, { status: 'review' });
  await person.put(`/api/cms/pages/${pageId}`, { title: 'Another title' });
  await person.put(`/api/cms/pages/${pageId}`, { status: 'published' });

  expect(await arrived()).toEqual([
    { type: 'page.review_requested', data: { pageId, version: 2 } },
    { type: 'page.published', data: { pageId, version: 4 } },
  ]);
});

it('emits one event for an answered question, without its words', async () => {
  const { person, arrived, receiver } = await told();

  const answer = await person.post('/api/insights/query', { type: 'nlq', query: 'What does Ada do?' });

  const runId = answer.headers['x-insight-run'];
  expect(await arrived()).toMatchObject([{ type: 'question.answered', data: { runId, questionType: 'nlq' } }]);
  expect(receiver.arrivals[0]?.body).not.toContain('Ada');
});

it('emits events for members who join and are removed, without names and addresses', async () => {
  const { person, arrived, receiver } = await told();

  const member = await portal.join(person, 'member', { name: 'Ada Lovelace' });
  const joined = await arrived();
  const { data } = (await person.get('/api/auth/org/members')).json();
  const seat = data.find(({ userId }: { userId: string }) => userId === member.userId);
  await person.del(`/api/auth/org/members/${seat.id}`);
  const removed = (await arrived()).slice(joined.length);

  const facts = { userId: member.userId, role: 'member' };
  expect(joined).toEqual([{ type: 'member.joined', data: facts }]);
  expect(removed).toEqual([{ type: 'member.removed', data: facts }]);
  const bodies = receiver.arrivals.map(({ body }) => body).join();
  expect(bodies).not.toContain('Ada');
  expect(bodies).not.toContain(member.email);
});

it('emits events for a subscription that changed, and for a payment that failed', async () => {
  const { person, subscription } = await subscriber([{ metadata: plan('website') }]);
  const { arrived } = await told(person);

  await deliver(stripe.event(subscription));
  stripe.amend(subscription, { status: 'past_due' });
  await deliver(stripe.event(subscription));
  await deliver(stripe.event(subscription, 'invoice.payment_failed'));

  expect(await arrived()).toMatchObject([
    { type: 'subscription.updated', data: { status: 'past_due', plan: 'website' } },
    { type: 'invoice.payment_failed', data: { invoiceId: subscription } },
  ]);
});

it('sends no event of a dry run', async () => {
  const { person, arrived } = await told();
  const pipeline = await person.pipeline();

  await pipeline.post('/api/ingest/records?dryRun=true', [record('suggestion')]);

  expect(await arrived()).toEqual([]);
});
