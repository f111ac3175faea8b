import { expect, it } from 'vitest';
import { webhooks } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { deliveriesOf, listener, makeWebhook, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile({ restricted: true });
const URL = 'https://hooks.example.com/events';

it('shows the secret of a webhook only when it is made, and stores it sealed', async () => {
  const person = await portal.register();

  const { id, secret } = await makeWebhook(person, URL, ['scan.completed']);
  const listed = await person.get('/api/webhooks');
  const [row] = await clientDb(portal, person.orgId).select().from(webhooks);

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(listed.json().data).toMatchObject([{ id, url: URL, events: ['scan.completed'], enabled: true }]);
  expect(listed.body).not.toContain('whsec_');
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
});

it('refuses the 21st webhook of an organization with 409, also of 30 at once', async () => {
  const person = await portal.register();
  const body = { url: URL, events: ['page.published'] };

  const answers = await Promise.all(Array.from({ length: 30 }, () => person.post('/api/webhooks', body)));

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(10);
  expect((await person.get('/api/webhooks')).json().data).toHaveLength(20);
});

it('is for administrators only', async () => {
  const admin = await portal.register();
  const member = await portal.join(admin);
  const { id } = await makeWebhook(admin, URL, ['page.published']);
  const path = `/api/webhooks/${id}`;

  const answers = await Promise.all([
    member.get('/api/webhooks'),
    member.post('/api/webhooks', { url: URL, events: ['page.published'] }),
    member.put(path, { enabled: false }),
    member.del(path),
    member.post(`${path}/test`),
    member.post(`${path}/rotate`),
    member.get(`${path}/deliveries`),
    member.post(`${path}/deliveries/${id}/replay`),
  ]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(403));
});

it.each([
  ['an unknown event', { url: URL, events: ['page.deleted'] }],
  ['a repeated event', { url: URL, events: ['page.published', 'page.published'] }],
  ['no event', { url: URL, events: [] }],
  ['another protocol', { url: 'ftp://example.com', events: ['page.published'] }],
  ['a password in the URL', { url: 'https://user:word@example.com', events: ['page.published'] }],
])('refuses %s with 400', async (_, body) => {
  const person = await portal.register();

  const answer = await person.post('/api/webhooks', body);

  expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_ERROR']);
});

it('changes and deletes a webhook', async () => {
  const person = await portal.register();
  const { id } = await makeWebhook(person, URL, ['page.published']);

  const changed = await person.put(`/api/webhooks/${id}`, { events: ['goal.completed'], enabled: false });
  const tried = await person.post(`/api/webhooks/${id}/test`);
  const deleted = await person.del(`/api/webhooks/${id}`);

  expect(changed.json().data).toMatchObject({ url: URL, events: ['goal.completed'], enabled: false });
  expect([tried.statusCode, tried.json().code]).toEqual([409, 'INVALID_TRANSITION']);
  expect(deleted.statusCode).toBe(200);
  expect((await person.get(`/api/webhooks/${id}/deliveries`)).statusCode).toBe(404);
});

it('sends a test event that the receiver verifies', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published']);

  const queued = await person.post(`/api/webhooks/${webhook.id}/test`);
  await sendEvents(portal);

  expect(queued.statusCode).toBe(202);
  expect(queued.json().data).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: 0 });
  expect(receiver.arrivals).toMatchObject([{ id: queued.json().data.eventId, type: 'webhook.test' }]);
  expect(await deliveriesOf(person, webhook)).toMatchObject([
    { status: 'delivered', attempts: 1, responseStatus: 204, error: null, nextAttemptAt: null },
  ]);
});

it('signs with both secrets after a rotation, and with the new one alone after 24 hours', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published']);
  const test = async () => {
    await person.post(`/api/webhooks/${webhook.id}/test`);
    await sendEvents(portal);
  };

  const rotated = (await person.post(`/api/webhooks/${webhook.id}/rotate`)).json().data;
  await test();
  receiver.expect(rotated.secret);
  await test();
  await clientDb(portal, person.orgId).update(webhooks).set({ secretBeforeUntil: new Date() });
  await test();
  receiver.expect(webhook.secret);
  await test();

  expect(rotated.secret).not.toBe(webhook.secret);
  expect(receiver.arrivals.map(({ headers }) => headers['webhook-signature']?.split(' ').length)).toEqual([2, 2, 1]);
  expect((await deliveriesOf(person, webhook))[0]).toMatchObject({ status: 'pending', responseStatus: 401 });
});

it('sends a delivery again with the same id and body', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published']);
  const { id } = (await person.post(`/api/webhooks/${webhook.id}/test`)).json().data;
  await sendEvents(portal);

  const again = await person.post(`/api/webhooks/${webhook.id}/deliveries/${id}/replay`);
  await sendEvents(portal);

  const [first, second] = receiver.arrivals;
  expect(again.statusCode).toBe(202);
  expect(receiver.arrivals).toHaveLength(2);
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
});

it('finds no delivery of another webhook', async () => {
  const person = await portal.register();
  const { webhook } = await listener(person, ['page.published']);
  const other = await makeWebhook(person, URL, ['page.published']);
  const { id } = (await person.post(`/api/webhooks/${webhook.id}/test`)).json().data;

  expect((await person.post(`/api/webhooks/${other.id}/deliveries/${id}/replay`)).statusCode).toBe(404);
});
