import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { trafficSources } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import {
  connectPlausible,
  dayAgo,
  onlyConnection,
  plausibleForThisTest,
  syncRecent,
  visit,
} from '../helpers/connections.ts';
import { ACCOUNT, analyticsRow, portalWithGoogle } from '../helpers/google.ts';

const opened = portalWithGoogle();

const connectGoogle = (person: { post: (url: string, body: object) => Promise<{ body: string }> }, property: string) =>
  person.post('/api/connections', { kind: 'google_analytics', property, serviceAccount: ACCOUNT });

it('reads the rows of a quiet day that come after the 25,000 of a busy one', async () => {
  const [busy, quiet] = [dayAgo(2), dayAgo(1)];
  opened.store.properties['properties/501'] = {
    timeZone: 'UTC',
    rows: [
      ...Array.from({ length: 25_000 }, (_, at) => analyticsRow(busy, { source: `site-${at}.example`, sessions: 2 })),
      analyticsRow(quiet, { source: 'rare.example', sessions: 1 }),
    ],
  };
  const person = await opened.portal.register();

  await connectGoogle(person, '501');
  await syncRecent(opened.portal);

  expect(await onlyConnection(person)).toMatchObject({ status: 'connected', days: { from: busy, to: quiet } });
  const rows = await clientDb(opened.portal, person.orgId)
    .select({ source: trafficSources.source, sessions: trafficSources.sessions })
    .from(trafficSources)
    .where(eq(trafficSources.date, quiet));
  expect(rows).toEqual([{ source: 'rare.example', sessions: 1 }]);
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect(data.totals.sessions).toBe(50_001);
});

it('adds two tools on one website not together: the figures are those of one, and both are listed', async () => {
  const day = dayAgo(1);
  opened.store.properties['properties/502'] = { timeZone: 'UTC', rows: [analyticsRow(day, { sessions: 4 })] };
  const plausible = await plausibleForThisTest([visit(day), visit(day, { visitor: 'two' })]);
  const person = await opened.portal.register();
  await connectGoogle(person, '502');
  await connectPlausible(person, plausible);
  await syncRecent(opened.portal);
  const totals = async () => (await person.get('/api/visibility/website-analytics')).json().data;

  const usual = await totals();
  await person.put('/api/auth/org', { primaryAnalyticsSource: 'plausible' });
  const chosen = await totals();

  expect([usual.totals.sessions, chosen.totals.sessions]).toEqual([4, 2]);
  const sources = usual.connectedSources.map(({ source, status }: Record<string, string>) => [source, status]);
  expect(sources).toEqual(
    expect.arrayContaining([
      ['google_analytics', 'connected'],
      ['plausible', 'connected'],
    ]),
  );
});
