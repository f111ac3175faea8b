import { openFleet } from '../fleet.ts';
import { burst } from '../load.ts';
import { seedApiKey, seedOrganization, settle } from '../seed.ts';
import { atLeast, atMost, type Section } from './section.ts';

const BATCH = 1000;
const PIPELINES = 4;
const DAY = 24 * 3600 * 1000;

/** A day of one of a client's websites, in the form of an analytics pipeline. */
function websiteDay(n: number) {
  const date = new Date(Date.UTC(2026, 0, 1) - (n % 730) * DAY).toISOString().slice(0, 10);
  const sessions = 100 + ((n * 7919) % 900);
  const data = { date, source: 'ga4', users: sessions - 20, sessions, pageviews: sessions * 3, bounceRate: 41.7 };
  const more = { avgSessionSeconds: 93.25, conversions: n % 9 };
  return { type: 'website_daily', externalId: `site-${Math.floor(n / 730)}-${date}`, data: { ...data, ...more } };
}

/** New days of websites in full batches from concurrent pipelines, one per client. */
export const records: Section = async (place, { records: wanted }) => {
  const keys = await place.prepare(async (database) => {
    const made: string[] = [];
    while (made.length < PIPELINES) made.push(await seedApiKey(database, await seedOrganization(database)));
    await settle(database);
    return made;
  });

  let sent = 0;
  const request = () => {
    const batch = sent++;
    const first = Math.floor(batch / PIPELINES) * BATCH;
    const body = JSON.stringify(Array.from({ length: BATCH }, (_, n) => websiteDay(first + n)));
    return { headers: { authorization: `Bearer ${keys[batch % PIPELINES]}` }, body };
  };

  await using fleet = openFleet(place);
  const server = await fleet.start('portal');
  const aim = { method: 'POST', path: '/api/ingest/records', request } as const;
  await burst(server, aim, { amount: 2 * PIPELINES, connections: PIPELINES });
  const seen = await burst(server, aim, { amount: wanted / BATCH, connections: PIPELINES });

  const perSecond = seen.rate * BATCH;
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `POST ${aim.path}, ${wanted} new website_daily rows in batches of ${BATCH}, ${PIPELINES} pipelines`,
    figures: [{ name: 'ours, REST, per batch', ...seen, rates: [seen.rate] }],
    targets: [
      atLeast('records per second: at least 10,000', 10_000, perSecond, onServer),
      atMost('peak memory in MiB: at most 512', 512, await server.peak(), onServer),
    ],
  };
};
