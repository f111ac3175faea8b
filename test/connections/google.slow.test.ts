import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { runReport } from '../../demo/services/google/analytics.ts';
import { searchAnalytics } from '../../demo/services/google/search.ts';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { clientDb } from '../helpers/client-db.ts';
import { comeNight, dayAgo, onlyConnection, syncAll, syncRecent } from '../helpers/connections.ts';
import { ACCOUNT, admitAccount, analyticsRow } from '../helpers/google.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';

const PROPERTY = 'properties/123456789';
const SITE = 'sc-domain:harbordental.example';
let google: Awaited<ReturnType<typeof startGoogle>>;
let portal: Portal;
/** How many calls of Search Console are answered before it refuses them, and the status of that. */
let callsLeft = Number.POSITIVE_INFINITY;
let refusal = 429;
beforeAll(async () => {
  google = await startGoogle({
    store: emptyGoogle(),
    instead(request, response) {
      if (!request.url?.startsWith('/webmasters') || --callsLeft >= 0) return false;
      response.writeHead(refusal, { 'content-type': 'application/json' }).end('{"error":{}}');
      return true;
    },
  });
  admitAccount(google.store);
  portal = await openPortal({ env: { GOOGLE_API_BASE: google.url } });
});
afterAll(async () => {
  await portal.close();
  await google.close();
});

it('reads Google Analytics with a service account: fractions become percentages, hours those of the property', async () => {
  google.store.properties[PROPERTY] = {
    timeZone: 'America/New_York',
    rows: [
      analyticsRow(dayAgo(2)),
      analyticsRow(dayAgo(2), { source: 'chatgpt.com', medium: 'referral', page: '/book' }),
      analyticsRow(dayAgo(60)),
    ],
  };
  const person = await portal.register();

  const property = '123456789';
  const made = await person.post('/api/connections', { kind: 'google_analytics', property, serviceAccount: ACCOUNT });
  await syncAll(portal);

  expect(made.statusCode, made.body).toBe(201);
  expect(await onlyConnection(person)).toMatchObject({
    kind: 'google_analytics',
    property: PROPERTY,
    status: 'connected',
    days: { from: dayAgo(60) },
  });
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect(data.totals).toMatchObject({ users: 6, sessions: 8, pageviews: 12, bounceRate: 25, conversions: 2 });
  expect(data.connectedSources).toMatchObject([{ source: 'google_analytics', status: 'connected' }]);
  const [hour] = await clientDb(portal, person.orgId).execute<{ hour: string }>(
    sql`select to_char(at at time zone 'America/New_York', 'YYYY-MM-DD HH24') as hour from traffic_hourly order by at desc`,
  );
  expect(hour?.hour).toBe(`${dayAgo(2)} 14`);
  expect(portal.lines.join('')).not.toContain('PRIVATE KEY');
});

it('says of which days Google samples figures or leaves some out', async () => {
  const property = 'properties/77';
  const limits = { samplingMetadatas: [{ samplesReadCount: '500' }], subjectToThresholding: true };
  google.store.properties[property] = { timeZone: 'UTC', rows: [analyticsRow(dayAgo(2))], limits };
  const person = await portal.register();

  await person.post('/api/connections', { kind: 'google_analytics', property: '77', serviceAccount: ACCOUNT });
  await syncRecent(portal);

  const said = [
    { limit: 'sampled', lastDay: dayAgo(2) },
    { limit: 'thresholded', lastDay: dayAgo(2) },
  ];
  expect((await onlyConnection(person)).dataLimits).toEqual(said);
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect(data.connectedSources).toMatchObject([{ source: 'google_analytics', dataLimits: said }]);
});

it('reads the final days of Search Console: totals, queries and pages', async () => {
  const facts = { date: dayAgo(4), clicks: 3, impressions: 40, position: 2.5 };
  google.store.sites[SITE] = [
    { ...facts, query: 'dentist', page: 'https://harbordental.example/' },
    { ...facts, query: 'implants', page: 'https://harbordental.example/implants', clicks: 1 },
    { ...facts, query: 'dentist', page: 'https://harbordental.example/', date: dayAgo(1) },
  ];
  const person = await portal.register();

  const serviceAccount = JSON.stringify(ACCOUNT);
  const made = await person.post('/api/connections', { kind: 'search_console', property: SITE, serviceAccount });
  await syncAll(portal);

  expect(made.statusCode, made.body).toBe(201);
  expect(await onlyConnection(person)).toMatchObject({ days: { from: dayAgo(4), to: dayAgo(4) }, rows: 5 });
  const { data } = (await person.get('/api/visibility/search')).json();
  expect(data.totals).toMatchObject({ clicks: 4, impressions: 80, ctr: 5, position: 2.5 });
  expect(data.queries).toHaveLength(2);
});

it('shows for a day what Google reports of that day, also where a property has a clock of its own', async () => {
  const [day, before] = [dayAgo(6), dayAgo(7)];
  const property = {
    timeZone: 'Pacific/Auckland',
    rows: [
      analyticsRow(day, { users: 17, sessions: 23, views: 71, bounces: 7, seconds: 1234, keyEvents: 3 }),
      analyticsRow(day, { source: 'bing', users: 5, sessions: 6, views: 7, bounces: 5, seconds: 61 }),
      analyticsRow(before, { sessions: 400 }),
    ],
  };
  google.store.properties['properties/88'] = property;
  const site = 'sc-domain:lovelace.example';
  const page = 'https://lovelace.example/';
  google.store.sites[site] = [
    { date: day, query: 'dentist', page, clicks: 7, impressions: 91, position: 3.25 },
    { date: day, query: 'braces', page, clicks: 2, impressions: 13, position: 8.5 },
    { date: before, query: 'dentist', page, clicks: 50, impressions: 60, position: 1 },
  ];
  const person = await portal.register();

  await person.post('/api/connections', { kind: 'google_analytics', property: '88', serviceAccount: ACCOUNT });
  await person.post('/api/connections', { kind: 'search_console', property: site, serviceAccount: ACCOUNT });
  await syncAll(portal);
  const ours = (await person.get(`/api/visibility/website-analytics?from=${day}&to=${day}`)).json().data.totals;
  const search = (await person.get(`/api/visibility/search?from=${day}&to=${day}`)).json().data.totals;

  const names = ['activeUsers', 'sessions', 'screenPageViews', 'bounceRate', 'averageSessionDuration', 'keyEvents'];
  const dateRanges: [{ startDate: string; endDate: string }] = [{ startDate: day, endDate: day }];
  const report = runReport(property, { dateRanges, metrics: names.map((name) => ({ name })) });
  const theirs = report.rows[0]?.metricValues.map(({ value }) => Number(value)) ?? [];
  expect([ours.users, ours.sessions, ours.pageviews, ours.conversions]).toEqual([
    theirs[0],
    theirs[1],
    theirs[2],
    theirs[5],
  ]);
  expect([ours.bounceRate / 100, ours.avgSessionSeconds]).toEqual([
    expect.closeTo(theirs[3] ?? 0, 3),
    expect.closeTo(theirs[4] ?? 0, 1),
  ]);
  const answered = searchAnalytics(google.store.sites[site], { startDate: day, endDate: day, dimensions: ['date'] });
  const [total] = answered.rows;
  expect([search.clicks, search.impressions]).toEqual([total?.clicks, total?.impressions]);
  expect([search.ctr / 100, search.position]).toEqual([
    expect.closeTo(total?.ctr ?? 0, 3),
    expect.closeTo(total?.position ?? 0, 1),
  ]);
});

/** The last day on which the clocks of Berlin changed in a month: its last Sunday. */
function changeOfClocks(month: 3 | 10) {
  const sunday = (year: number) => {
    const last = new Date(Date.UTC(year, month, 0));
    last.setUTCDate(last.getUTCDate() - last.getUTCDay());
    return last.toISOString().slice(0, 10);
  };
  const year = new Date().getUTCFullYear();
  return sunday(year) < dayAgo(2) ? sunday(year) : sunday(year - 1);
}

it.each([
  // Google adds the two hours of the same name.
  ['has 25 hours', 10, 24, '22:00', '22:00'],
  ['has 23 hours', 3, 23, '23:00', '21:00'],
] as const)('counts the hours of a day that %s on the right day', async (_, month, hours, ...bounds) => {
  const day = changeOfClocks(month);
  const names = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const told = names.filter((hour) => hours === 24 || hour !== '02');
  google.store.properties['properties/31'] = {
    timeZone: 'Europe/Berlin',
    rows: told.map((hour) => analyticsRow(day, { dateHour: `${day.replaceAll('-', '')}${hour}`, sessions: 2 })),
  };
  const person = await portal.register();

  await person.post('/api/connections', { kind: 'google_analytics', property: '31', serviceAccount: ACCOUNT });
  await syncAll(portal);

  const stored = await clientDb(portal, person.orgId).execute<{ on: string; at: string; sessions: number }>(
    sql`select to_char(at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as on,
          to_char(at at time zone 'UTC', 'HH24:MI') as at, sessions::int from traffic_hourly order by traffic_hourly.at`,
  );
  expect(stored).toHaveLength(hours);
  expect([...new Set(stored.map((row) => row.on))]).toEqual([day]);
  expect([stored[0]?.at, stored.at(-1)?.at]).toEqual(bounds);
  const { data } = (await person.get(`/api/visibility/website-analytics?from=${day}&to=${day}`)).json();
  expect(data.totals.sessions).toBe(hours * 2);
});

it('says what is wrong: a revoked account, a property taken away, a limit', async () => {
  google.store.properties['properties/77'] = { timeZone: 'UTC', rows: [analyticsRow(dayAgo(1))] };
  const person = await portal.register();
  await person.post('/api/connections', { kind: 'google_analytics', property: '77', serviceAccount: ACCOUNT });
  await syncAll(portal);
  const night = async () => {
    await comeNight(portal, person, 'google_analytics');
    await syncAll(portal);
    return (await onlyConnection(person)).status;
  };

  const { 'properties/77': kept } = google.store.properties;
  delete google.store.properties['properties/77'];
  const lost = await night();
  if (kept) google.store.properties['properties/77'] = kept;
  const restored = await night();
  const key = google.store.accounts[ACCOUNT.client_email] ?? '';
  delete google.store.accounts[ACCOUNT.client_email];
  const revoked = await night();
  google.store.accounts[ACCOUNT.client_email] = key;

  expect([lost, restored, revoked]).toEqual(['no_access', 'connected', 'revoked']);
});

it.each([
  ['a limit was used up', 429],
  ['an error of the tool', 503],
])('keeps each day of the past that was read before %s, and goes on from there after a pause', async (_, status) => {
  refusal = status;
  const site = `sc-domain:past-${status}.example`;
  const facts = { query: 'dentist', page: 'https://past.example/', clicks: 1, impressions: 10, position: 2 };
  google.store.sites[site] = [31, 30, 32].map((days) => ({ ...facts, date: dayAgo(days) }));
  const person = await portal.register();
  await person.post('/api/connections', { kind: 'search_console', property: site, serviceAccount: ACCOUNT });
  const turnsWith = async (calls: number) => {
    callsLeft = calls;
    await clientDb(portal, person.orgId).update(connections).set({ leasedUntil: null });
    await syncAll(portal);
    const { days, rows, status } = await onlyConnection(person);
    return [days.from, rows, status];
  };

  // A range takes a call, and each of its days with figures one for queries and one for pages.
  const states = [await turnsWith(5), await turnsWith(4), await turnsWith(Number.POSITIVE_INFINITY)];

  expect(states).toEqual([
    [dayAgo(30), 3, 'syncing'],
    [dayAgo(31), 6, 'syncing'],
    [dayAgo(32), 9, 'connected'],
  ]);
});

it.each([
  ['a key that is none', { serviceAccount: { client_email: 'a@b.example', private_key: 'none' } }],
  ['text that is no JSON', { serviceAccount: 'key' }],
  ['no property', { property: undefined }],
])('refuses %s with 400', async (_, more) => {
  const person = await portal.register();

  const answer = await person.post('/api/connections', {
    kind: 'google_analytics',
    property: '77',
    serviceAccount: ACCOUNT,
    ...more,
  });

  expect(answer.statusCode).toBe(400);
});
