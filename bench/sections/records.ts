import { openFleet } from '../fleet.ts';
import { burst } from '../load.ts';
import { copy } from '../records/copy.ts';
import { websiteDay } from '../records/website-day.ts';
import { seedApiKey, seedOrganization, settle } from '../seed.ts';
import { atLeast, atMost, type Section } from './section.ts';

const BATCH = 1000;
const PIPELINES = 4;

/** New days of websites in full batches from concurrent pipelines, one per client, and COPY of as many rows. */
export const records: Section = async (place, { records: wanted }) => {
  const { keys, clients } = await place.prepare(async (database) => {
    const [keys, clients]: [string[], string[]] = [[], []];
    while (keys.length < PIPELINES) {
      keys.push(await seedApiKey(database, await seedOrganization(database)));
      clients.push(await seedOrganization(database));
    }
    await settle(database);
    return { keys, clients };
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
  const { DATABASE_URL } = await place.variables();
  const copied = DATABASE_URL ? await copy(DATABASE_URL, clients, wanted) : Number.NaN;
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `POST ${aim.path}, ${wanted} new website_daily rows in batches of ${BATCH}, ${PIPELINES} pipelines`,
    figures: [{ name: 'portal, REST, per batch', ...seen, rates: [seen.rate] }],
    notes: [
      `records per second: ${Math.round(perSecond).toLocaleString('en')}; COPY: ${Math.round(copied).toLocaleString('en')}`,
    ],
    targets: [
      atLeast('records relative to COPY of the same rows', 0.5, perSecond / copied, onServer),
      atLeast('records per second: at least 10,000', 10_000, perSecond, onServer),
      atMost('peak memory in MiB: at most 512', 512, await server.peak(), onServer),
    ],
  };
};
