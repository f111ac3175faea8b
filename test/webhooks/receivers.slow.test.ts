import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { postEvent } from '../../routers/webhooks/post-event.ts';
import { webhookSender } from '../../routers/webhooks/sender.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { listener, makeWebhook, receiverForThisTest } from '../helpers/webhooks.ts';

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
