import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { webhookDeliveries, webhooks } from '../../db/schema/index.ts';
import { notifyTurnedOff } from '../../routers/webhooks/notify-turned-off.ts';
import { sweepDeliveries } from '../../routers/webhooks/retention.ts';
import { webhookSender } from '../../routers/webhooks/sender.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { deliveriesOf, hasten, listener, makeWebhook, receiverForThisTest, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile({ restricted: true });

/** Publishes a page and takes it back, so many times. */
async function publish(person: Person, id: string, times = 1) {
  for (let n = 0; n < times; n += 1) {
    await person.put(`/api/cms/pages/${id}`, { status: 'published' });
    await person.put(`/api/cms/pages/${id}`, { status: 'draft' });
  }
}

const newPage = async (person: Person) => (await makePage(person, { title: 'A page', content: '' })).id as string;

/** Answers with a status while `failing`. */
function unreliable(status = 500) {
  const state = { failing: true };
  const instead = (_: IncomingMessage, response: ServerResponse) => {
    if (state.failing) response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('No.');
    return state.failing;
  };
  return { state, instead };
}

it('sends events about one page in their order, and waits with those that follow a failure', async () => {
  const person = await portal.register();
  const { state, instead } = unreliable();
  const { receiver, webhook } = await listener(person, ['page.published'], { instead });
  const [one, other] = [await newPage(person), await newPage(person)];

  await publish(person, one, 3);
  await sendEvents(portal);
  const first = await deliveriesOf(person, webhook);
  state.failing = false;
  await publish(person, other);
  await publish(person, one);
  await sendEvents(portal);
  const meanwhile = receiver.arrivals.map(({ data }) => data.pageId);
  await hasten(portal, person);
  await sendEvents(portal);

  expect(first.map(({ attempts }) => attempts)).toEqual([0, 0, 1]);
  expect(meanwhile).toEqual([other]);
  const versions = receiver.arrivals.filter(({ data }) => data.pageId === one).map(({ data }) => data.version);
  expect(versions).toEqual([2, 4, 6, 8]);
});

it('tries again after 5 seconds, 12 times in three days, and then parks the delivery', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published'], unreliable());
  await publish(person, await newPage(person));

  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await sendEvents(portal);
    const [delivery] = await deliveriesOf(person, webhook);
    expect(delivery).toMatchObject({ attempts: attempt, error: 'status', responseStatus: 500, responseBody: 'No.' });
    if (delivery?.nextAttemptAt)
      pauses.push(Date.parse(String(delivery.nextAttemptAt)) - Date.parse(String(delivery.lastAttemptAt)));
    await hasten(portal, person);
  }
  await sendEvents(portal);

  expect(Math.round((pauses[0] ?? 0) / 1000)).toBe(5);
  expect(pauses).toHaveLength(11);
  expect(Math.round(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000)).toBe(73);
  expect(await deliveriesOf(person, webhook)).toMatchObject([{ status: 'parked', attempts: 12, nextAttemptAt: null }]);
  expect(receiver.arrivals).toEqual([]);
});

it('follows no redirect', async () => {
  const person = await portal.register();
  const target = await receiverForThisTest();
  const instead = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(307, { location: target.url }).end();
    return true;
  };
  const { webhook } = await listener(person, ['page.published'], { instead });
  await person.post(`/api/webhooks/${webhook.id}/test`);

  await sendEvents(portal);

  expect(await deliveriesOf(person, webhook)).toMatchObject([{ error: 'redirect', responseStatus: 307 }]);
  expect(target.connections()).toBe(0);
});

it('reads 1,024 bytes of a body without an end, and accepts its status', async () => {
  const person = await portal.register();
  const instead = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200);
    const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => clearInterval(more));
    return true;
  };
  const { webhook } = await listener(person, ['page.published'], { instead });
  await person.post(`/api/webhooks/${webhook.id}/test`);

  await sendEvents(portal);

  const [delivery] = await deliveriesOf(person, webhook);
  expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 200 });
  expect(delivery?.responseBody).toBe('x'.repeat(1024));
});

it('a receiver that never answers delays nobody else, and has failed after 10 seconds', async () => {
  const [slow, quick] = [await portal.register(), await portal.register()];
  const { webhook } = await listener(slow, ['page.published'], { instead: () => true });
  const { receiver } = await listener(quick, ['page.published']);
  for (let n = 0; n < 20; n += 1) await slow.post(`/api/webhooks/${webhook.id}/test`);
  const sender = portal.deps.use(webhookSender);
  await sender.sendDue();

  await publish(quick, await newPage(quick));
  await sender.sendDue();
  await expect.poll(() => receiver.arrivals.length).toBe(1);
  const givenUp = async () => (await deliveriesOf(slow, webhook)).some(({ error }) => error === 'timeout');
  const givenUpBefore = await givenUp();
  await expect.poll(givenUp).toBe(true);
  await slow.del(`/api/webhooks/${webhook.id}`);

  expect(givenUpBefore).toBe(false);
});

it('turns a webhook off after three days of failures and tells its administrators', async () => {
  const person = await portal.register();
  await portal.join(person);
  const [verification] = await portal.mailTo(person.email);
  await portal.visitor().post('/api/auth/verify-email', { token: verification?.token });
  const { webhook } = await listener(person, ['page.published'], unreliable(410));
  await publish(person, await newPage(person), 2);
  await sendEvents(portal);
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);
  await clientDb(portal, person.orgId).update(webhooks).set({ failingSince: threeDaysAgo });
  await hasten(portal, person);

  await sendEvents(portal);
  await notifyTurnedOff(portal.deps);
  await notifyTurnedOff(portal.deps);

  const [shown] = (await person.get('/api/webhooks')).json().data;
  expect(shown).toMatchObject({ enabled: false, failingSince: threeDaysAgo.toISOString() });
  expect(shown.turnedOffAt).not.toBeNull();
  expect((await deliveriesOf(person, webhook)).map(({ status }) => status)).toEqual(['parked', 'parked']);
  const told = (await portal.mailTo(person.email)).filter(({ subject }) => subject === 'A webhook was turned off');
  expect(told).toHaveLength(1);
  const on = await person.put(`/api/webhooks/${webhook.id}`, { enabled: true });
  expect(on.json().data).toMatchObject({ enabled: true, failingSince: null, turnedOffAt: null });
});

it('writes nothing for a webhook that is off or has not subscribed', async () => {
  const person = await portal.register();
  const { webhook } = await listener(person, ['page.published']);
  const other = await makeWebhook(person, 'https://hooks.example.com', ['goal.completed']);
  await person.put(`/api/webhooks/${webhook.id}`, { enabled: false });

  await publish(person, await newPage(person));

  expect(await deliveriesOf(person, webhook)).toEqual([]);
  expect(await deliveriesOf(person, other)).toEqual([]);
});

it('keeps ended deliveries for 30 days, and a bounded number of a webhook', async () => {
  const person = await portal.register();
  const { webhook } = await listener(person, ['page.published']);
  for (let n = 0; n < 5; n += 1) await person.post(`/api/webhooks/${webhook.id}/test`);
  await sendEvents(portal);
  const [newest] = await deliveriesOf(person, webhook);
  const db = clientDb(portal, person.orgId);
  const maintenance = portal.deps.database.asMaintenance();

  await sweepDeliveries(maintenance, { days: 30, rows: 2 });
  const bounded = await deliveriesOf(person, webhook);
  await db.update(webhookDeliveries).set({ createdAt: new Date(Date.now() - 31 * 86_400_000) });
  await sweepDeliveries(maintenance);

  expect(bounded).toHaveLength(2);
  expect(bounded[0]?.id).toBe(newest?.id);
  expect(await deliveriesOf(person, webhook)).toEqual([]);
});

it('deletes no delivery that waits, however old or many', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published']);
  for (let n = 0; n < 3; n += 1) await person.post(`/api/webhooks/${webhook.id}/test`);
  const old = { createdAt: new Date(Date.now() - 31 * 86_400_000) };
  await clientDb(portal, person.orgId).update(webhookDeliveries).set(old);

  await sweepDeliveries(portal.deps.database.asMaintenance(), { days: 30, rows: 1 });
  await sendEvents(portal);

  expect(receiver.arrivals).toHaveLength(3);
});
