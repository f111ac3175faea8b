import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../../portal/app.ts';
import { createLog } from '../../portal/process/log.ts';
import { readEnv } from '../../server/env.ts';
import { makeDeps } from '../../server/make-deps.ts';
import { LOADED, secrets } from '../environment.ts';
import { websiteDay } from '../records/website-day.ts';
import { seedApiKey, seedOrganization, seedPeople } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files of ours with a function that runs during some work, as V8 counts calls. */
async function filesOf(session: Session, work: () => Promise<unknown>): Promise<string[]> {
  // Each reading begins the counts anew.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => relative(ROOT, fileURLToPath(url)))
    .filter((path) => !path.startsWith('bench/'))
    .sort();
}

/** How many of our files somebody passes who follows a request from its arrival to its access line. */
export const files: Section = async (place) => {
  const { cookie, key } = await place.prepare(async (database) => {
    const orgId = await seedOrganization(database);
    const [person] = await seedPeople(database, orgId, 1);
    return { cookie: person?.cookie ?? '', key: await seedApiKey(database, orgId) };
  });
  const deps = await makeDeps(
    readEnv({ ...secrets(), ...LOADED, ...(await place.variables()), INSIGHTS_URL: 'http://127.0.0.1:9' }),
    createLog('info', { write() {} }),
  );
  const app = await buildApp(deps);
  const send = async (request: InjectOptions) => {
    const response = await app.inject(request);
    if (response.statusCode >= 300) throw new Error(`${request.url}: ${response.statusCode} ${response.body}`);
    return response.json();
  };
  const page = await send({
    method: 'POST',
    url: '/api/cms/pages',
    headers: { cookie },
    payload: { title: 'What an implant costs', content: 'It depends.' },
  });
  let edits = 0;
  let days = 0;
  const requests: Record<string, () => Promise<unknown>> = {
    'a cached read of scores': () => send({ url: '/api/visibility/scores', headers: { cookie } }),
    'a change of a page': () =>
      send({
        method: 'PUT',
        url: `/api/cms/pages/${page.data?.id ?? page.id}`,
        headers: { cookie },
        payload: { title: `What implants cost, ${edits++}` },
      }),
    'a record taken in': () =>
      send({
        method: 'POST',
        url: '/api/ingest/records',
        headers: { authorization: `Bearer ${key}` },
        payload: [websiteDay(days++)],
      }),
  };

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const passed: Record<string, string[]> = {};
  for (const [name, request] of Object.entries(requests)) {
    for (let warm = 0; warm < 3; warm++) await request();
    passed[name] = await filesOf(session, request);
  }
  session.disconnect();
  await app.close();
  await deps.close();

  const count = (name: string) => passed[name]?.length ?? Number.NaN;
  return {
    title: 'Files of ours in which a function runs',
    figures: [],
    notes: Object.entries(passed).map(([name, paths]) => `${name}, ${paths.length}: ${paths.join(', ')}`),
    targets: [
      atMost('a cached read of scores', 40, count('a cached read of scores'), true),
      atMost('a change of a page', 60, count('a change of a page'), true),
      atMost('a record taken in', 55, count('a record taken in'), true),
    ],
  };
};
