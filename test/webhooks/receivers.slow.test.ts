import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { postEvent } from '../../routers/webhooks/post-event.ts';
import { webhookSender } from '../../routers/webhooks/sender.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { deliveriesOf, listener, makeWebhook, receiverForThisTest } from '../helpers/webhooks.ts';

const portal = portalForThisFile({ restricted: true });

/** A server that sends a piece of text every 50 milliseconds, without an end. */
async function dripping(first: string, piece: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write(first);
    const drip = setInterval(() => socket.write(piece), 50);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(drip));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('headers that do not end within 10 seconds are a failure', async () => {
  const { url } = await dripping('HTTP/1.1 200 OK\r\nX-Slow: ', 'a');

  const attempt = await postEvent({ url, headers: {}, body: '{}' }, { publicOnly: false });

  expect(attempt).toMatchObject({ error: 'timeout', responseStatus: null });
  expect(attempt.durationMs).toBeGreaterThanOrEqual(9_900);
});

it('headers of more than 16 KiB are a failure', async () => {
  const { url } = await dripping('HTTP/1.1 200 OK\r\n', `X-Long: ${'a'.repeat(32 * 1024)}\r\n`);

  const attempt = await postEvent({ url, headers: {}, body: '{}' }, { publicOnly: false });

  expect(attempt).toMatchObject({ error: 'connection', responseStatus: null });
});

/** Webhooks of somebody at a receiver that accepts one event of each and then hangs. */
async function hangingLater(person: Person, count: number) {
  let hangs = false;
  const receiver = await receiverForThisTest({
    instead(_request, response) {
      if (!hangs) response.end();
      return true;
    },
  });
  const webhooks = [];
  for (let n = 0; n < count; n += 1) webhooks.push(await makeWebhook(person, receiver.url, ['page.published']));
  for (const { id } of webhooks) await person.post(`/api/webhooks/${id}/test`);
  await portal.deps.use(webhookSender).settled();
  hangs = true;
  const before = receiver.connections();
  return { webhooks, hanging: () => receiver.connections() - before };
}

/** Sends events to all of these webhooks that nobody accepts. */
async function flood(person: Person, webhooks: { id: string }[], each: number) {
  for (const { id } of webhooks) for (let n = 0; n < each; n += 1) await person.post(`/api/webhooks/${id}/test`);
}

const removeAll = async (person: Person, webhooks: { id: string }[]) => {
  for (const { id } of webhooks) await person.del(`/api/webhooks/${id}`);
};

it('attempts of one client are at most 16 at once, and 4 of a webhook, while others are served', async () => {
  const [greedy, modest] = [await portal.register(), await portal.register()];
  const { hanging, webhooks } = await hangingLater(greedy, 6);
  const { receiver, webhook } = await listener(modest, ['page.published']);
  await flood(greedy, webhooks, 6);
  const sender = portal.deps.use(webhookSender);

  await sender.sendDue();
  await expect.poll(hanging).toBe(16);
  await modest.post(`/api/webhooks/${webhook.id}/test`);
  await sender.sendDue();
  await expect.poll(() => receiver.arrivals.length).toBe(1);

  expect(hanging()).toBe(16);
  await removeAll(greedy, webhooks);
});

it('attempts on webhooks that have yet to accept an event are one of each, and 4 of a client', async () => {
  const person = await portal.register();
  const hanging = await receiverForThisTest({ instead: () => true });
  const webhooks = [];
  for (let n = 0; n < 6; n += 1) webhooks.push(await makeWebhook(person, hanging.url, ['page.published']));
  await flood(person, webhooks.slice(0, 1), 3);
  const sender = portal.deps.use(webhookSender);

  await sender.sendDue();
  await expect.poll(() => hanging.connections()).toBe(1);
  await flood(person, webhooks.slice(1), 1);
  await sender.sendDue();
  await expect.poll(() => hanging.connections()).toBe(4);

  await removeAll(person, webhooks);
});

it('a webhook that takes more than 5 seconds to accept an event keeps one attempt at a time', async () => {
  const person = await portal.register();
  const late = await receiverForThisTest({
    instead(_request, response) {
      setTimeout(() => response.end(), 5500);
      return true;
    },
  });
  const webhook = await makeWebhook(person, late.url, ['page.published']);
  const sender = portal.deps.use(webhookSender);
  await flood(person, [webhook], 1);
  await sender.settled();
  await flood(person, [webhook], 3);

  await sender.sendDue();
  await expect.poll(() => late.connections()).toBe(2);
  await sender.sendDue();
  await new Promise((resolve) => setTimeout(resolve, 500));

  expect(late.connections()).toBe(2);
  await removeAll(person, [webhook]);
});

it('events of others arrive while the receivers of many clients hang, which had accepted some before', async () => {
  const modest = await portal.register();
  const { receiver, webhook } = await listener(modest, ['page.published']);
  const crowd: (Awaited<ReturnType<typeof hangingLater>> & { greedy: Person })[] = [];
  for (let n = 0; n < 10; n += 1) {
    const greedy = await portal.register();
    crowd.push({ greedy, ...(await hangingLater(greedy, 4)) });
  }
  for (const { greedy, webhooks } of crowd) await flood(greedy, webhooks, 6);
  const sender = portal.deps.use(webhookSender);
  await sender.sendDue();
  const busy = () => crowd.reduce((sum, { hanging }) => sum + hanging(), 0);
  await expect.poll(busy).toBeGreaterThan(60);

  await modest.post(`/api/webhooks/${webhook.id}/test`);
  await sender.sendDue();
  await expect.poll(() => receiver.arrivals.length).toBe(1);

  expect(busy()).toBeGreaterThan(60);
  for (const { greedy, webhooks } of crowd) await removeAll(greedy, webhooks);
});

it('a webhook that has failed gets one attempt at a time', async () => {
  const person = await portal.register();
  const { hanging, webhooks } = await hangingLater(person, 1);
  const [webhook = { id: '' }] = webhooks;
  await flood(person, webhooks, 6);
  const sender = portal.deps.use(webhookSender);

  await sender.sendDue();
  const failures = async () => (await deliveriesOf(person, webhook)).filter(({ error }) => error === 'timeout').length;
  await expect.poll(failures).toBe(4);
  await sender.sendDue();
  await expect.poll(hanging).toBe(5);

  await removeAll(person, webhooks);
});
