import { eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { webhookDeliveries } from '../../db/schema/index.ts';
import { startReceiver } from '../../demo/services/webhooks/receiver.ts';
import { webhookSender } from '../../routers/webhooks/sender.ts';
import { clientDb } from './client-db.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

/** A receiver for this test only. */
export async function receiverForThisTest(options: Parameters<typeof startReceiver>[0] = {}) {
  const receiver = await startReceiver(options);
  onTestFinished(() => receiver.close());
  return receiver;
}

export interface StoredWebhook {
  id: string;
  secret: string;
}

/** Creates a webhook of the person's organization. */
export async function makeWebhook(person: Pick<Person, 'post'>, url: string, events: string[]): Promise<StoredWebhook> {
  const response = await person.post('/api/webhooks', { url, events });
  if (response.statusCode !== 201) throw new Error(`The webhook was refused: ${response.body}`);
  return response.json().data;
}

/** A receiver with a webhook of the person's that leads to it. */
export async function listener(
  person: Pick<Person, 'post'>,
  events: string[],
  options?: Parameters<typeof startReceiver>[0],
) {
  const receiver = await receiverForThisTest(options);
  const webhook = await makeWebhook(person, receiver.url, events);
  receiver.expect(webhook.secret);
  return { receiver, webhook };
}

/** Sends all that is due, that of queued causes included. */
export async function sendEvents(portal: Portal) {
  await portal.deliver();
  await portal.deps.use(webhookSender).settled();
}

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = async (person: Pick<Person, 'get'>, { id }: { id: string }) =>
  (await person.get(`/api/webhooks/${id}/deliveries`)).json().data as Record<string, unknown>[];

/** Lets the next attempt of all waiting deliveries be due now. */
export const hasten = (portal: Portal, { orgId }: { orgId: string }) =>
  clientDb(portal, orgId)
    .update(webhookDeliveries)
    .set({ nextAttemptAt: new Date() })
    .where(eq(webhookDeliveries.status, 'pending'));
