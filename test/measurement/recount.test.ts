import { afterAll, expect, it } from 'vitest';
import { addPrompts, endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ env: engines.env });

it('marks the names of the count, and keeps the other components of the day of the run', async () => {
  engines.behaviour.say = () => 'The Sample is good.';
  const admin = await portal.register();
  await admin.put(MEASUREMENT, { readingsPerPrompt: 1, scores: 'own' });
  await addPrompts(admin, 1);
  const review = (externalId: string, rating: number) =>
    record('review', {
      externalId,
      rating,
      responded: true,
      publishedAt: new Date(Date.now() - 86_400_000).toISOString(),
    });
  const pipeline = await admin.pipeline();
  await pipeline.post('/api/ingest/records', [review('one', 5)]);
  const { data: run } = (await admin.post(`${MEASUREMENT}/runs`)).json();
  await endOfRun(portal, admin, run.id);
  const marks = async () =>
    (await admin.get(`${MEASUREMENT}/runs/${run.id}/answers`))
      .json()
      .data[0].marks.filter(({ kind }: { kind: string }) => kind === 'own');
  const component = async (key: string) =>
    (await admin.get('/api/visibility/scores')).json().data.components.find((one: { key: string }) => one.key === key);

  const day = await component('reviews');
  await admin.put(MEASUREMENT, { aliases: ['The Sample'] });
  await pipeline.post('/api/ingest/records', [review('two', 1)]);
  const before = await marks();
  const search = await component('ai_search');
  await admin.post(`${MEASUREMENT}/runs/${run.id}/recount`);
  await admin.put(MEASUREMENT, { aliases: [] });

  expect(before).toEqual([]);
  expect(await marks()).toEqual([{ from: 0, to: 10, kind: 'own' }]);
  expect(await component('reviews')).toEqual(day);
  expect(search.score).toBe(0);
  expect((await component('ai_search')).score).toBe(100);
});
