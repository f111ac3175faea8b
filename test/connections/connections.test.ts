import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { connectionSyncer } from '../../routers/connections/sync/syncer.ts';
import { clientDb } from '../helpers/client-db.ts';
import {
  API_KEY,
  comeNight,
  connectPlausible,
  dayAgo,
  onlyConnection,
  plausibleForThisTest,
  SITE,
  syncAll,
  syncRecent,
  visit,
} from '../helpers/connections.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const website = async (person: { get: (path: string) => PromiseLike<{ json: () => { data: never } }> }) =>
  (await person.get('/api/visibility/website-analytics')).json().data as {
    totals: Record<string, number>;
    usersBasis: string;
    connectedSources: { source: string; status: string }[];
  };

it('brings the figures of a website by itself, each day as the tool tells it', async () => {
  const visits = [
    visit(dayAgo(1), { visitor: 'one', goals: ['Booking'] }),
    visit(dayAgo(1), { visitor: 'two', source: 'ChatGPT', channel: 'AI', pages: ['/'], seconds: 0 }),
    visit(dayAgo(40), { visitor: 'three' }),
  ];
  const plausible = await plausibleForThisTest(visits);
  const person = await portal.register();

  const made = await connectPlausible(person, plausible);
  await syncAll(portal);

  expect([made.statusCode, made.json().data.status]).toEqual([201, 'syncing']);
  expect(await onlyConnection(person)).toMatchObject({
    kind: 'plausible',
    label: SITE,
    property: SITE,
    status: 'connected',
    cause: null,
    managedBy: 'client',
    days: { from: dayAgo(40), to: dayAgo(1) },
  });
  const { totals, usersBasis, connectedSources } = await website(person);
  expect(totals).toMatchObject({ users: 2, sessions: 2, pageviews: 3, bounceRate: 50, conversions: 1 });
  expect(totals.avgSessionSeconds).toBe(30);
  expect(usersBasis).toBe('period');
  expect(connectedSources).toMatchObject([{ source: 'plausible', status: 'connected' }]);
  const sources = (await person.get('/api/analytics/sources')).json();
  expect(JSON.stringify(sources)).toContain('ChatGPT');
});

it('reads the past on and on once a round has begun it', async () => {
  const plausible = await plausibleForThisTest([visit(dayAgo(1)), visit(dayAgo(100))]);
  const person = await portal.register();
  await connectPlausible(person, plausible);

  await portal.deps.use(connectionSyncer).syncDue();

  const isRead = async () => expect((await onlyConnection(person)).days?.from).toBe(dayAgo(100));
  await vi.waitFor(isRead, { timeout: 30_000, interval: 100 });
});

it('keeps the credential sealed: it is in no answer, row or log line', async () => {
  const plausible = await plausibleForThisTest([visit(dayAgo(1))]);
  const person = await portal.register();

  const made = await connectPlausible(person, plausible);
  await syncRecent(portal);
  const listed = await person.get('/api/connections');

  const [row] = await clientDb(portal, person.orgId).select().from(connections);
  expect(made.body + listed.body + JSON.stringify(row) + portal.lines.join('')).not.toContain(API_KEY);
});

it('refuses what the tool does not accept with 400 and a sentence, and stores nothing', async () => {
  const plausible = await plausibleForThisTest([]);
  const person = await portal.register();

  const answer = await connectPlausible(person, plausible, { apiKey: 'another' });

  expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(answer.json().error).toContain('Plausible no longer accepts the credential');
  expect((await person.get('/api/connections')).json().data).toEqual([]);
});

it.each([
  ['no website', { siteId: undefined }, 'siteId'],
  ['no key', { apiKey: undefined }, 'apiKey'],
  ['a key with a line break', { apiKey: 'a\r\nb' }, 'apiKey'],
  ['a password in the address', { url: 'https://user:word@example.com' }, 'url'],
])('refuses %s', async (_, more, path) => {
  const plausible = await plausibleForThisTest([]);
  const person = await portal.register();

  const answer = await connectPlausible(person, plausible, more);

  expect(answer.statusCode).toBe(400);
  expect(answer.json().issues).toMatchObject([{ path }]);
});

it('is made, read and removed by administrators only; members see it', async () => {
  const plausible = await plausibleForThisTest([]);
  const admin = await portal.register();
  const member = await portal.join(admin);
  const { id } = (await connectPlausible(admin, plausible)).json().data;

  const answers = await Promise.all([
    connectPlausible(member, plausible),
    member.post(`/api/connections/${id}/sync`),
    member.del(`/api/connections/${id}`),
    member.get('/api/connections'),
  ]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 200]);
});

it('is another organization’s 404', async () => {
  const plausible = await plausibleForThisTest([]);
  const [owner, stranger] = [await portal.register(), await portal.register()];
  const { id } = (await connectPlausible(owner, plausible)).json().data;

  const synced = await stranger.post(`/api/connections/${id}/sync`);
  const removed = await stranger.del(`/api/connections/${id}?data=delete`);

  expect([synced.statusCode, removed.statusCode]).toEqual([404, 404]);
  expect((await owner.get('/api/connections')).json().data).toHaveLength(1);
});

it('takes one connection of a kind: the same property mends it, another is 409', async () => {
  const plausible = await plausibleForThisTest([]);
  plausible.sites['other.example'] = plausible.site;
  const person = await portal.register();

  const first = await connectPlausible(person, plausible);
  const again = await connectPlausible(person, plausible);
  const other = await connectPlausible(person, plausible, { siteId: 'other.example' });

  expect([again.statusCode, again.json().data.id]).toEqual([201, first.json().data.id]);
  expect([other.statusCode, other.json().code]).toEqual([409, 'INVALID_TRANSITION']);
});

it('takes days again that the tool has changed, without what it says no more', async () => {
  const plausible = await plausibleForThisTest([
    visit(dayAgo(2)),
    visit(dayAgo(2), { source: 'Bing', time: '18:00:00' }),
  ]);
  const person = await portal.register();
  await connectPlausible(person, plausible);
  await syncRecent(portal);

  plausible.site.visits = [visit(dayAgo(2), { visitor: 'late', source: 'Ecosia', pages: ['/'] })];
  await comeNight(portal, person);
  await syncAll(portal);

  expect((await website(person)).totals).toMatchObject({ sessions: 1, pageviews: 1 });
  const rows = await clientDb(portal, person.orgId).execute<{ source: string }>(
    sql`select source from traffic_sources where client_id = ${person.orgId}`,
  );
  expect(rows.map(({ source }) => source)).toEqual(['Ecosia']);
});

it('counts a day once, also where a pipeline has sent it in the name of the tool', async () => {
  const plausible = await plausibleForThisTest([visit(dayAgo(1))]);
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const sent = { date: dayAgo(1), source: 'plausible', users: 5, sessions: 5, pageviews: 5, conversions: 0 };
  await pipeline.post('/api/ingest/records', [
    { type: 'website_daily', externalId: 'sent', data: { ...sent, bounceRate: 0, avgSessionSeconds: 1 } },
  ]);

  await connectPlausible(person, plausible);
  await syncRecent(portal);

  expect((await website(person)).totals.sessions).toBe(1);
});

it('keeps what it has brought when it is removed, or deletes it if asked', async () => {
  const plausible = await plausibleForThisTest([visit(dayAgo(1)), visit(dayAgo(100))]);
  const person = await portal.register();
  const connect = async () => {
    const { id } = (await connectPlausible(person, plausible)).json().data;
    await syncAll(portal);
    return id;
  };

  await person.del(`/api/connections/${await connect()}`);
  const kept = await website(person);
  await person.del(`/api/connections/${await connect()}?data=delete`);
  const gone = await website(person);

  expect([kept.totals.sessions, kept.connectedSources[0]?.status]).toEqual([1, 'reported']);
  expect([gone.totals.sessions, gone.connectedSources]).toEqual([0, []]);
  const db = clientDb(portal, person.orgId);
  const left = await db.execute(sql`select (select count(*)::int from website_periods) + (select count(*)::int
    from traffic_hourly) + (select count(*)::int from traffic_sources) as rows`);
  expect(left).toMatchObject([{ rows: 0 }]);
});
