import { and, eq, isNull } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { type PlausibleSite, startPlausible } from '../../demo/services/plausible/server.ts';
import type { PlausibleVisit } from '../../demo/services/plausible/stats.ts';
import { connectionSyncer } from '../../routers/connections/sync/syncer.ts';
import { clientDb } from './client-db.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export const SITE = 'harbordental.example';
export const API_KEY = 'key-of-the-practice';

const DAY = 86_400_000;

/** The day this many days ago, in UTC. */
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A visit on a day, at noon UTC unless told. */
export const visit = (day: string, facts: Partial<PlausibleVisit> & { time?: string } = {}): PlausibleVisit => {
  const { time = '12:10:00', ...more } = facts;
  return {
    visitor: 'one',
    at: `${day}T${time}Z`,
    source: 'Google',
    channel: 'Organic Search',
    pages: ['/', '/book'],
    seconds: 60,
    ...more,
  };
};

/** A Plausible for this test only, with one website. */
export async function plausibleForThisTest(
  visits: PlausibleVisit[],
  { instead, timezone = 'UTC' }: { instead?: Parameters<typeof startPlausible>[0]['instead']; timezone?: string } = {},
) {
  const site: PlausibleSite = { apiKey: API_KEY, timezone, visits };
  const server = await startPlausible({ sites: { [SITE]: site }, ...(instead && { instead }) });
  onTestFinished(() => server.close());
  return { ...server, site };
}

/** Sends what connects an organization to a Plausible. */
export const connectPlausible = (person: Pick<Person, 'post'>, { url }: { url: string }, more: object = {}) =>
  person.post('/api/connections', { kind: 'plausible', url, siteId: SITE, apiKey: API_KEY, ...more });

/** Works until no connection is due. */
export const syncAll = (portal: Portal) => portal.deps.use(connectionSyncer).settled();

/** The same where new connections read their last days only: for the 16 months before they ask the tool 32 times. */
export async function syncRecent(portal: Portal) {
  const db = portal.deps.database.asMaintenance();
  await db.update(connections).set({ lastSyncAt: new Date() }).where(isNull(connections.lastSyncAt));
  await syncAll(portal);
}

/** Lets a connection be due now, as in the next night. */
export const comeNight = (portal: Portal, { orgId }: { orgId: string }, kind = 'plausible') =>
  clientDb(portal, orgId)
    .update(connections)
    .set({ nextSyncAt: new Date(Date.now() - 1000) })
    .where(and(eq(connections.clientId, orgId), eq(connections.kind, kind)));

/** The only connection of an organization. */
export async function onlyConnection(person: Pick<Person, 'get'>) {
  const { data } = (await person.get('/api/connections')).json();
  return data[0];
}
