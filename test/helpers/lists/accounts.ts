import { randomUUID } from 'node:crypto';
import {
  alertFirings,
  alerts,
  annotations,
  apiKeys,
  assistantGrants,
  assistants,
  invitations,
  memberships,
  organizations,
  passkeys,
  sessions,
  users,
  webhookDeliveries,
  webhooks,
} from '../../../db/schema/index.ts';
import { clientDb } from '../client-db.ts';
import { writeLines } from '../trail.ts';
import { makeWebhook } from '../webhooks.ts';
import { bare, by, day, type ListOfTheApi, minutesAgo, numbers } from './filling.ts';
import { fillExports } from './operator.ts';

const account = (n: number) => ({ email: `${randomUUID()}@example.com`, passwordHash: 'none', name: `Person ${n}` });
const events: ListOfTheApi['fill'] = (portal, person, count, from) =>
  writeLines(portal, person, count, new Date(Date.now() + 1000 + from));
const grants: ListOfTheApi['fill'] = async ({ deps: { database } }, { orgId, userId }, count, from) => {
  const made = numbers(count, from).map((n) => ({ id: randomUUID(), name: `Assistant ${n}`, redirectUris: [] }));
  await database.accounts.insert(assistants).values(made);
  const facts = { orgId, userId, redirectHost: 'assistant.example', scopes: ['read' as const] };
  const given = made.map(({ id }, n) => ({ ...facts, assistantId: id, createdAt: minutesAgo(from + n) }));
  await database.accounts.insert(assistantGrants).values(given);
};
const URL = 'https://hooks.example.com/hook';
const alertOf = (clientId: string, createdBy: string) => ({
  clientId,
  createdBy,
  metric: 'sessions' as const,
  when: 'below' as const,
  value: 1,
  channels: ['mail' as const],
});

/** The lists about accounts and organizations. */
export const ACCOUNT_LISTS: ListOfTheApi[] = [
  {
    path: '/auth/account/sessions',
    fill: ({ deps }, { userId, orgId }, count, from) =>
      deps.database.accounts.insert(sessions).values(
        numbers(count, from).map((n) => ({
          id: randomUUID(),
          userId,
          orgId,
          ipAddress: '10.0.0.1',
          userAgent: `Browser ${n}`,
          createdAt: minutesAgo(n),
          expiresAt: new Date(Date.now() + 3_600_000),
        })),
      ),
    idsOf: bare('id'),
  },
  { path: '/auth/account/activity', fill: events, idsOf: by('id') },
  { path: '/auth/org/activity', fill: events, idsOf: by('id') },
  {
    path: '/auth/account/passkeys',
    fill: ({ deps }, { userId }, count, from) =>
      deps.database.accounts.insert(passkeys).values(
        numbers(count, from).map((n) => ({
          userId,
          name: `Passkey ${n}`,
          credentialId: randomUUID(),
          publicKey: '',
          counter: 0,
          createdAt: minutesAgo(n),
        })),
      ),
    idsOf: by('id'),
  },
  { path: '/auth/account/grants', fill: grants, idsOf: by('id') },
  { path: '/auth/org/grants', fill: grants, idsOf: by('id') },
  { path: '/auth/org/exports', fill: fillExports, idsOf: by('id') },
  {
    path: '/auth/org/list',
    async fill({ deps: { database } }, { userId }, count, from) {
      const names = numbers(count, from).map((n) => ({ name: `Organization ${n}` }));
      const made = await database.accounts.insert(organizations).values(names).returning();
      const seats = made.map(({ id }, n) => ({ orgId: id, userId, lastUsedAt: minutesAgo(from + n) }));
      await database.accounts.insert(memberships).values(seats);
    },
    idsOf: by('id'),
  },
  {
    path: '/auth/org/members',
    async fill({ deps: { database } }, { orgId }, count, from) {
      const made = await database.accounts.insert(users).values(numbers(count, from).map(account)).returning();
      const seats = made.map(({ id }, n) => ({ orgId, userId: id, createdAt: minutesAgo(from + n) }));
      await database.accounts.insert(memberships).values(seats);
    },
    idsOf: by('id'),
  },
  {
    path: '/auth/org/invitations',
    fill: ({ deps: { database } }, { orgId }, count, from) =>
      database.accounts.insert(invitations).values(
        numbers(count, from).map((n) => ({
          orgId,
          email: `${randomUUID()}@example.com`,
          role: 'member' as const,
          tokenHash: randomUUID(),
          createdAt: minutesAgo(n),
          expiresAt: new Date(Date.now() + 3_600_000),
        })),
      ),
    idsOf: by('id'),
  },
  {
    path: '/auth/org/api-keys',
    fill: ({ deps: { database } }, { orgId }, count, from) =>
      database.accounts.insert(apiKeys).values(
        numbers(count, from).map((n) => ({
          orgId,
          name: `Key ${n}`,
          prefix: 'pk_',
          hash: randomUUID(),
          scopes: ['read' as const],
          createdAt: minutesAgo(n),
        })),
      ),
    idsOf: by('id'),
  },
  {
    path: '/alerts',
    fill: (portal, { orgId, userId }, count, from) =>
      clientDb(portal, orgId)
        .insert(alerts)
        .values(numbers(count, from).map((n) => ({ ...alertOf(orgId, userId), createdAt: minutesAgo(n) }))),
    idsOf: by('id'),
  },
  {
    path: '/alerts/{id}/firings',
    async within({ orgId, userId }, portal) {
      const [alert] = await clientDb(portal, orgId).insert(alerts).values(alertOf(orgId, userId)).returning();
      return alert?.id ?? '';
    },
    async fill(portal, { orgId }, count, from) {
      const db = clientDb(portal, orgId);
      const [alert] = await db.select().from(alerts);
      const over = { clientId: orgId, alertId: alert?.id ?? '', value: 1, endedAt: new Date() };
      await db.insert(alertFirings).values(numbers(count, from).map((n) => ({ ...over, at: minutesAgo(n) })));
    },
    idsOf: by('id'),
  },
  {
    path: '/annotations',
    fill: (portal, { orgId, userId }, count, from) =>
      clientDb(portal, orgId)
        .insert(annotations)
        .values(
          numbers(count, from).map((n) => ({
            clientId: orgId,
            date: day(n % 5),
            text: `Note ${n}`,
            createdBy: userId,
          })),
        ),
    idsOf: by('id'),
  },
  {
    path: '/webhooks',
    fill: (portal, { orgId }, count, from) =>
      clientDb(portal, orgId)
        .insert(webhooks)
        .values(
          numbers(count, from).map((n) => ({
            clientId: orgId,
            url: URL,
            events: ['page.published'],
            sealedSecret: 'none',
            createdAt: minutesAgo(n),
          })),
        ),
    idsOf: by('id'),
  },
  {
    path: '/webhooks/{id}/deliveries',
    within: async (person) => (await makeWebhook(person, URL, ['page.published'])).id,
    async fill(portal, { orgId }, count, from) {
      const db = clientDb(portal, orgId);
      const [webhook] = await db.select().from(webhooks);
      await db.insert(webhookDeliveries).values(
        numbers(count, from).map((n) => ({
          clientId: orgId,
          webhookId: webhook?.id ?? '',
          eventId: randomUUID(),
          type: 'page.published',
          subject: 'page',
          position: n,
          body: '{}',
          createdAt: minutesAgo(n),
        })),
      );
    },
    idsOf: by('id'),
  },
];
