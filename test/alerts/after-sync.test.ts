import { expect, it } from 'vitest';
import { connectPlausible, dayAgo, plausibleForThisTest, syncAll, visit } from '../helpers/connections.ts';
import { portalForThisFile } from '../helpers/portal.ts';

// The syncer takes all connections of a database.
const portal = portalForThisFile({ own: true });

it('looks at alerts when a sync has ended, not at the sums of half a week', async () => {
  const person = await portal.register();
  const alert = { metric: 'sessions', channels: ['mail'] };
  const made = [];
  for (const condition of [
    { when: 'below', value: 7 },
    { when: 'above', value: 6 },
  ])
    made.push((await person.post('/api/alerts', { ...alert, ...condition })).json().data.id);
  const visits = [1, 2, 3, 4, 5, 6, 7].map((ago) => visit(dayAgo(ago), { visitor: `visitor ${ago}` }));

  await connectPlausible(person, await plausibleForThisTest(visits));
  await syncAll(portal);

  const firings = async (id: string) =>
    ((await person.get(`/api/alerts/${id}/firings`)).json().data as { value: number }[]).map(({ value }) => value);
  expect(await Promise.all(made.map(firings))).toEqual([[], [7]]);
});
