import { randomUUID } from 'node:crypto';
import { demoScans } from '../../demo/data/scans.ts';
import { openFleet } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { bareFastify } from '../reference.ts';
import { compete } from '../rounds.ts';
import { seedApiKey, seedOrganization, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

/** New scans of 3 tiers and 9 components from many pipelines, one per client. */
export const ingest: Section = async (place, pace) => {
  const keys = await place.prepare(async (database) => {
    const made: string[] = [];
    while (made.length < CONNECTIONS) made.push(await seedApiKey(database, await seedOrganization(database)));
    await settle(database);
    return made;
  });

  const [demo] = demoScans(new Date()).slice(-1);
  if (!demo) throw new Error('There is no scan to send.');
  const { rawScore, dynamicScore, confidence, completedAt, tiers, components } = demo;
  const scan = { completedAt, overall: { rawScore, dynamicScore, confidence }, tiers, components };
  let sent = 0;
  const request = () => ({
    headers: { authorization: `Bearer ${keys[sent++ % keys.length]}` },
    body: JSON.stringify({ externalId: randomUUID(), ...scan }),
  });

  await using fleet = openFleet(place);
  const aim = { method: 'POST', path: '/api/ingest/scans', request } as const;
  const server = await fleet.start('portal');
  const figures = await compete([{ name: 'portal, REST', server, aim }, await bareFastify(fleet)], pace);
  const [{ cpu } = { cpu: Number.NaN }] = figures;
  return {
    title: `POST ${aim.path}, ${request().body.length} bytes`,
    figures,
    targets: [atMost('CPU of the portal in µs', 450, cpu, place.kind === 'PostgreSQL')],
  };
};
