import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { operatorEvents, operatorReasons } from '../../db/schema/index.ts';
import { makePage } from '../helpers/content.ts';
import { registerVerified, toldTo } from '../helpers/notices.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { listener, sendEvents } from '../helpers/webhooks.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const suspend = ({ orgId }: Person) => operator.post(`/api/operator/clients/${orgId}/suspend`, { reason: REASON });
const resume = ({ orgId }: Person) => operator.post(`/api/operator/clients/${orgId}/resume`);

const scanned = (dynamicScore: number) =>
  scan({ externalId: randomUUID(), overall: { rawScore: 50, dynamicScore, confidence: 0.5 } });

const eventsAbout = ({ orgId }: Person) =>
  portal.deps.database.accounts
    .select()
    .from(operatorEvents)
    .where(eq(operatorEvents.orgId, orgId))
    .orderBy(operatorEvents.id);

it('a suspension closes the data to members and keys at once, keeps account and billing open, and loses nothing', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline(['ingest', 'read']);
  await pipeline.post('/api/ingest/scans', scanned(44));

  const first = await suspend(person);
  const again = await suspend(person);
  const closed = await Promise.all([
    person.get('/api/visibility/scores'),
    pipeline.get('/api/visibility/scores'),
    pipeline.post('/api/ingest/scans', scanned(45)),
    person.post('/api/cms/pages', { title: 5 }),
    person.get('/trpc/dashboard.kpis'),
  ]);
  const insights = await person.get('/api/insights/history');
  const open = await Promise.all(
    ['/api/auth/account/profile', '/api/auth/org', '/api/billing/subscription', '/api/billing/invoices'].map((path) =>
      person.get(path),
    ),
  );
  const resumed = await resume(person);

  expect([first.json().data.status, again.statusCode, resumed.json().data.status]).toEqual([
    'suspended',
    200,
    'active',
  ]);
  expect(closed.map(outcome)).toEqual(closed.map(() => '403 CLIENT_SUSPENDED'));
  expect([outcome(insights), Object.keys(insights.json())]).toEqual(['403 CLIENT_SUSPENDED', ['error']]);
  expect(open.map(outcome)).toEqual(open.map(() => '200'));
  expect((await person.get('/api/visibility/scores')).json().data.overall.dynamicScore).toBe(44);
  const events = await eventsAbout(person);
  expect(events.map(({ type }) => type)).toEqual(['client_suspended', 'client_resumed']);
  const reasons = await portal.deps.database.accounts
    .select()
    .from(operatorReasons)
    .where(eq(operatorReasons.orgId, person.orgId));
  expect(reasons.map(({ eventId, reason }) => [eventId, reason])).toEqual([[events[0]?.id, REASON]]);
  expect(outcome(await person.post('/api/auth/logout'))).toBe('200');
});

it('nobody is invited and no API key made meanwhile, while both can be removed', async () => {
  const person = await portal.register();
  const made = (await person.post('/api/auth/org/api-keys', { name: 'Before', scopes: ['read'] })).json();
  const invited = (
    await person.post('/api/auth/org/invitations', { email: 'before@example.com', role: 'member' })
  ).json();

  await suspend(person);
  const refused = await Promise.all([
    person.post('/api/auth/org/api-keys', { name: 'Meanwhile', scopes: ['read'] }),
    person.post('/api/auth/org/invitations', { email: 'meanwhile@example.com', role: 'member' }),
    person.post('/trpc/auth.org.apiKeys.create', { name: 'Meanwhile', scopes: ['read'] }),
  ]);
  const allowed = [
    await person.get('/api/auth/org/api-keys'),
    await person.del(`/api/auth/org/api-keys/${made.apiKey.id}`),
    await person.del(`/api/auth/org/invitations/${invited.invitation.id}`),
  ];
  await resume(person);
  const again = await person.post('/api/auth/org/api-keys', { name: 'Afterwards', scopes: ['read'] });

  expect(refused.map(outcome)).toEqual(refused.map(() => '403 CLIENT_SUSPENDED'));
  expect(allowed.map(outcome)).toEqual(allowed.map(() => '200'));
  expect(outcome(again)).toBe('201');
});

it('webhooks pause with the client, and continue with the pending deliveries', async () => {
  const [person, neighbour] = [await portal.register(), await portal.register()];
  const [own, other] = [await listener(person, ['page.published']), await listener(neighbour, ['page.published'])];
  await makePage(person, { status: 'published' });
  await makePage(neighbour, { status: 'published' });

  await suspend(person);
  await sendEvents(portal);
  const meanwhile = [own.receiver.arrivals.length, other.receiver.arrivals.length];
  await resume(person);
  await sendEvents(portal);

  expect(meanwhile).toEqual([0, 1]);
  expect(own.receiver.arrivals.map(({ type }) => type)).toEqual(['page.published']);
});

it('mails about the figures pause with the client', async () => {
  const person = await registerVerified(portal);
  const pipeline = await person.pipeline();
  for (const [day, dynamicScore] of [['2026-01-01', 80] as const, ['2026-02-01', 60] as const])
    await pipeline.post(
      '/api/ingest/scans',
      scan({
        externalId: randomUUID(),
        completedAt: `${day}T00:00:00Z`,
        overall: { rawScore: 50, dynamicScore, confidence: 1 },
      }),
    );

  await suspend(person);
  const meanwhile = await toldTo(portal, person);
  await resume(person);

  expect(meanwhile).toEqual([]);
  expect(await toldTo(portal, person)).toHaveLength(1);
});
