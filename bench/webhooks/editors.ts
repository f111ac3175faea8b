import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { actionItems, webhooks } from '../../db/schema/index.ts';
import { type ClientEvent, emit, newWebhookSecret } from '../../routers/webhooks/public.ts';
import type { EncryptionKeys } from '../../server/identity/encryption-keys.ts';
import type { Server } from '../fleet.ts';
import { seedOrganization, seedPeople, tenant } from '../seed.ts';

const TYPE = 'action_item.updated';
const ITEMS = 50;

const event = (subject: string): ClientEvent => ({
  type: TYPE,
  subject,
  data: { actionItemId: subject, status: 'open', priority: 'high', dueDate: null, changed: ['title'] },
});

/** An organization with action items, and a person who edits them. */
export async function seedEditor(database: Database) {
  const orgId = await seedOrganization(database);
  const [person] = await seedPeople(database, orgId, 1);
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    clientId: orgId,
    externalId: `item-${n}`,
    title: 'Answer new reviews',
    category: 'reputation',
    status: 'open' as const,
    priority: 'high' as const,
    source: 'scan' as const,
  }));
  const made = await database.as(tenant(orgId)).insert(actionItems).values(items).returning();
  return { orgId, cookie: person?.cookie ?? '', items: made.map(({ id }) => id) };
}

export type Editor = Awaited<ReturnType<typeof seedEditor>>;

/** A webhook of the organization, with so many events that wait to be sent. */
export async function seedWebhook(
  database: Database,
  keys: EncryptionKeys,
  { orgId: clientId }: Editor,
  { url, waiting = 0 }: { url: string; waiting?: number },
) {
  const id = randomUUIDv7();
  const { sealedSecret } = newWebhookSecret(keys, id);
  const db = database.as(tenant(clientId));
  await db.insert(webhooks).values({ clientId, id, url, events: [TYPE], sealedSecret });
  const events = Array.from({ length: waiting }, () => event(randomUUIDv7()));
  if (waiting > 0) await emit(db, { clientId }, ...events);
}

let turn = 0;

/** Edits the next item; each edit is an event. */
export async function edit({ url }: Server, { cookie, items }: Editor) {
  turn += 1;
  const response = await fetch(`${url}/api/dashboard/action-items/${items[turn % items.length]}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Answer new reviews, ${turn}` }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`An edit was answered with ${response.status}.`);
}

/** CPU of the server for an edit, in microseconds. */
export async function cpuOfEdit(server: Server, editor: Editor, many: number) {
  const before = await server.cpu();
  for (let done = 0; done < many; done += 10) await Promise.all(Array.from({ length: 10 }, () => edit(server, editor)));
  return ((await server.cpu()) - before) / many;
}

/** CPU of this process for an event, in microseconds: its statement in a transaction of its cause. */
export async function cpuOfEvent(database: Database, { orgId }: Editor, many: number) {
  const began = process.cpuUsage();
  await database.as(tenant(orgId)).transaction(async (tx) => {
    for (let n = 0; n < many; n += 1) await emit(tx, { clientId: orgId }, event(randomUUIDv7()));
  });
  const { user, system } = process.cpuUsage(began);
  return (user + system) / many;
}
