import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

it('says of items whose origin tells it what they are about, and of the items of people nothing', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const sent = [
    ['listings', 'scan', 'local'],
    ['reviews', 'scan', 'Reputation'],
    ['site_audit', 'scan', 'technical'],
    ['content', 'scan', 'content'],
    ['ai_search', 'scan', 'aeo'],
    ['goals', 'goal', 'content'],
    [null, 'scan', 'backlinks'],
    [null, 'manual', 'local'],
  ] as const;
  await pipeline.post(
    '/api/ingest/records',
    sent.map(([about, source, category], n) =>
      record('action_item', { source, category, title: `${n} ${about}` }, `sent-${n}`),
    ),
  );
  const made = await person.post('/api/dashboard/action-items', {
    title: 'made null',
    category: 'local',
    priority: 'low',
  });

  const items: { title: string; about: string | null }[] = (await person.get('/api/dashboard/action-items')).json();

  expect(made.json().data.about).toBeNull();
  expect(items).toHaveLength(sent.length + 1);
  for (const { title, about } of items) expect(title.split(' ')[1]).toBe(String(about));
});
