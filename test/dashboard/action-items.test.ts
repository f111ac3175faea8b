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

it('lists those done after the open ones where asked to, the latest first, also over pages', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const rows = [
    ['old', { status: 'done', completed_at: '2026-01-01T08:00:00.500Z', priority: 'high', due_date: '2025-12-01' }],
    ['new', { status: 'done', completed_at: '2026-01-01T08:00:00.501Z', priority: 'low' }],
    ['dismissed', { status: 'dismissed', completed_at: null, priority: 'high' }],
    ['later', { status: 'in_progress', completed_at: null, priority: 'low' }],
    ['soon', { status: 'open', completed_at: null, priority: 'medium', due_date: '2999-01-01' }],
    ['late', { status: 'open', completed_at: null, priority: 'low', due_date: '2026-01-01' }],
  ] as const;
  await pipeline.post(
    '/api/ingest/records',
    rows.map(([title, facts]) => record('action_item', { due_date: null, ...facts, title }, title)),
  );
  const list = '/api/dashboard/action-items';
  const titles = async (query: string) =>
    (await person.get(`${list}?${query}`)).json().map(({ title }: { title: string }) => title);

  const paged = [];
  let next: string | undefined = `${list}?sort=open_first&limit=1`;
  while (next && paged.length < 10) {
    const page = await person.get(next);
    paged.push(...page.json().map(({ title }: { title: string }) => title));
    next = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1];
  }

  const openFirst = ['late', 'soon', 'later', 'new', 'old', 'dismissed'];
  expect(await titles('sort=open_first')).toEqual(openFirst);
  expect(paged).toEqual(openFirst);
  expect((await titles(''))[1]).not.toBe('soon');
});
