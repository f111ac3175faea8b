import { ingest, makePage } from '../content.ts';
import type { Person } from '../people.ts';
import { record } from '../records.ts';
import { bare, by, inside, type ListOfTheApi, minutesAgo, numbers, type Row, records, yesterday } from './filling.ts';

const withPages =
  (facts: (n: number) => Row): ListOfTheApi['fill'] =>
  async (_portal, person, count, from) => {
    for (const n of numbers(count, from)) {
      const page = await makePage(person, { title: `Page ${n}`, content: '' });
      await ingest(person, [record('page_performance', { pageId: page.id, date: yesterday(), ...facts(n) })]);
    }
  };

const changes: ListOfTheApi['fill'] = async (_portal, person, count, from) => {
  const [page] = (await person.get('/api/cms/pages')).json();
  for (const n of numbers(count, from)) await person.put(`/api/cms/pages/${page.id}`, { title: `Title ${n}` });
};
const events: ListOfTheApi['fill'] = async (portal, person, count, from) => {
  const [page] = (await person.get('/api/cms/pages')).json();
  for (const n of numbers(count, from))
    await person.post(`/api/cms/pages/${page.id}/comments`, { text: `Comment ${n}` });
  await changes(portal, person, 1, from);
};
const onePage = async (person: Person) => (await makePage(person, { title: 'The page', content: '' })).id as string;
const template = {
  fill: records('template', (n) => ({ name: `Template ${(n * 3) % 4}` })),
  idsOf: by('id'),
};
const history = { fill: changes, idsOf: by('version'), within: onePage };

/** The lists about pages and other content. */
export const CONTENT_LISTS: ListOfTheApi[] = [
  {
    path: '/cms/pages',
    async fill(_portal, person, count, from) {
      for (const n of numbers(count, from)) await makePage(person, { title: `Page ${n}`, content: '' });
    },
    idsOf: bare('id'),
  },
  { path: '/cms/pages/{id}/versions', ...history },
  { path: '/cms/pages/{id}/activity', ...history, fill: events, idsOf: by('id') },
  { path: '/cms/pages/{id}/comments', fill: events, idsOf: by('id'), within: onePage },
  {
    path: '/cms/pages/bin',
    async fill(_portal, person, count, from) {
      for (const n of numbers(count, from)) {
        const page = await makePage(person, { title: `Page ${n}`, content: '' });
        await person.del(`/api/cms/pages/${page.id}`);
      }
    },
    idsOf: by('id'),
  },
  { path: '/cms/templates', ...template },
  { path: '/templates', ...template },
  {
    path: '/content-suggestions',
    fill: records('suggestion', (n) => ({ createdAt: minutesAgo(n).toISOString() })),
    idsOf: by('draftId'),
  },
  {
    path: '/content-calendar',
    async fill(portal, person, count, from) {
      const today = new Date().toISOString().slice(0, 10);
      await makePage(person, { title: `Page ${from}`, content: '' });
      const dated = (n: number) => ({ date: n % 2 ? today : `${today.slice(0, 8)}01` });
      await records('calendar_entry', dated)(portal, person, count, from);
      await records('suggestion', () => ({ createdAt: new Date().toISOString() }))(portal, person, 2, from);
    },
    idsOf: by('id'),
  },
  {
    path: '/content-performance',
    fill: withPages((n) => ({ views: (n * 5) % 4 })),
    idsOf: inside('pages', 'pageId'),
  },
  {
    path: '/visibility/content-impact',
    fill: withPages((n) =>
      n % 2 ? { scoreBefore: null, scoreAfter: null } : { scoreBefore: 50, scoreAfter: 50 + (n % 4) },
    ),
    idsOf: inside('items', 'pageId'),
  },
];
