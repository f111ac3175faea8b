import { expect, it } from 'vitest';
import { securityEvents, webhooks } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { events, ORG } from '../helpers/trail.ts';
import { hasten, listener, makeWebhook, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile({ restricted: true });

const aboutWebhooks = async (person: Parameters<typeof events>[0]) =>
  (await events(person, ORG)).filter(({ type }) => type.startsWith('webhook_')).reverse();

it('records who creates, changes, rotates and deletes a webhook, without its secret and the path of its URL', async () => {
  const person = await portal.register();
  const { id } = await makeWebhook(person, 'https://hooks.example.com/token-4711', ['page.published']);
  const path = `/api/webhooks/${id}`;

  await person.put(path, { url: 'https://other.example.com/token-4711', enabled: false });
  await person.put(path, { enabled: false });
  await person.post(`${path}/rotate`);
  await person.del(path);
  await person.del(path);
  const trail = await aboutWebhooks(person);

  const about = (host: string) => ({ webhookId: id, host });
  expect(trail.map(({ type, details }) => [type, details])).toEqual([
    ['webhook_created', { ...about('hooks.example.com'), events: ['page.published'] }],
    ['webhook_updated', { ...about('other.example.com'), fields: ['url', 'enabled'] }],
    ['webhook_secret_rotated', about('other.example.com')],
    ['webhook_deleted', about('other.example.com')],
  ]);
  expect(trail.map(({ member, ipAddress }) => [member, ipAddress])).toEqual(
    Array(4).fill([expect.objectContaining({ userId: person.userId }), person.address]),
  );
  expect(JSON.stringify(trail)).not.toMatch(/whsec_|token-4711/);
});

it('records that the portal turned a webhook off', async () => {
  const person = await portal.register();
  const { receiver, webhook } = await listener(person, ['page.published'], {
    instead: (_, response) => {
      response.writeHead(500).end();
      return true;
    },
  });
  await person.post(`/api/webhooks/${webhook.id}/test`);
  await sendEvents(portal);
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);
  await clientDb(portal, person.orgId).update(webhooks).set({ failingSince: threeDaysAgo });
  await hasten(portal, person);

  await sendEvents(portal);

  expect((await aboutWebhooks(person)).at(-1)).toMatchObject({
    type: 'webhook_turned_off',
    actor: 'client-portal',
    ipAddress: '',
    member: null,
    details: { webhookId: webhook.id, host: new URL(receiver.url).host },
  });
});

it('lets a client write events of its own organization only, and read none', async () => {
  const [person, other] = [await portal.register(), await portal.register()];
  const db = clientDb(portal, person.orgId);
  const event = { type: 'webhook_created', ipAddress: '', userAgent: '' };

  const foreign = db.insert(securityEvents).values({ ...event, orgId: other.orgId });
  const unowned = db.insert(securityEvents).values(event);

  await expect(foreign).rejects.toThrow();
  await expect(unowned).rejects.toThrow();
  await expect(db.select().from(securityEvents)).rejects.toThrow();
  await expect(db.delete(securityEvents)).rejects.toThrow();
  expect(await aboutWebhooks(other)).toEqual([]);
});
