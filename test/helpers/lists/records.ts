import { randomUUID } from 'node:crypto';
import { insightFeedback, insightRuns } from '../../../db/schema/index.ts';
import { clientDb } from '../client-db.ts';
import { RECORDS } from '../records.ts';
import {
  bare,
  by,
  day,
  inside,
  type ListOfTheApi,
  minutesAgo,
  numbers,
  type Row,
  records,
  yesterday,
} from './filling.ts';

/** Overdue and other rows, with and without a day, of every priority. */
function urgency(n: number, field: string) {
  const days = [day(3), null, '2999-01-01', day(3)];
  return { priority: ['high', 'medium', 'low'][n % 3], [field]: days[n % 4] };
}

const runs: ListOfTheApi['fill'] = (portal, { orgId, userId }, count, from) =>
  clientDb(portal, orgId)
    .insert(insightRuns)
    .values(
      numbers(count, from).map((n) => ({
        clientId: orgId,
        userId,
        runType: 'scoring' as const,
        inputParams: {},
        worker: 1,
        status: 'succeeded' as const,
        completedAt: minutesAgo(n),
      })),
    );

/** The lists of records and questions. */
export const RECORD_LISTS: ListOfTheApi[] = [
  {
    path: '/analytics/reviews',
    fill: records('review', (n) => ({ publishedAt: minutesAgo(n).toISOString() })),
    idsOf: inside('reviews', 'id'),
  },
  {
    path: '/analytics/sources',
    fill: records('traffic_source', (n) => ({
      source: `Source ${n}`,
      sessions: 10 * ((n * 5) % 4),
      date: yesterday(),
    })),
    idsOf: inside('sources', 'source'),
  },
  {
    path: '/dashboard/goals',
    fill: records('goal', (n) => urgency(n, 'deadline')),
    idsOf: by('goal_id'),
  },
  {
    path: '/dashboard/action-items',
    fill: records('action_item', (n) => ({ status: 'open', completed_at: null, ...urgency(n, 'due_date') })),
    idsOf: bare('id'),
  },
  {
    path: '/dashboard/goals/{id}/history',
    within: async (person) => (await person.post('/api/dashboard/goals', RECORDS.goal)).json().data.goal_id,
    async fill(_portal, person, count, from) {
      const {
        data: [{ goal_id: id }],
      } = (await person.get('/api/dashboard/goals')).json();
      for (const n of numbers(count, from))
        await person.post(`/api/dashboard/goals/${id}/progress`, { value: n, at: minutesAgo(n).toISOString() });
    },
    idsOf: by('id'),
  },
  {
    path: '/exports/goals',
    fill: records('goal', (n) => urgency(n, 'deadline')),
    idsOf: (csv: string) => csv.split('\r\n').flatMap((line) => /^[0-9a-f-]{36}/.exec(line)?.[0] ?? []),
  },
  { path: '/insights/history', fill: runs, idsOf: (body: { runs: Row[] }) => body.runs.map(({ id }) => String(id)) },
  { path: '/insights/runs', fill: runs, idsOf: by('id') },
  {
    path: '/ingest/changes',
    reader: (person) => person.pipeline(),
    async fill(_portal, person, count, from) {
      for (const n of numbers(count, from))
        await person.post('/api/dashboard/action-items', { title: `Task ${n}`, category: 'local', priority: 'low' });
    },
    idsOf: by('id'),
  },
  {
    path: '/insights/runs/{id}',
    async fill(portal, { orgId }, count, from) {
      const [run] = await clientDb(portal, orgId).select().from(insightRuns);
      await clientDb(portal, orgId)
        .insert(insightFeedback)
        .values(
          numbers(count, from).map((n) => ({
            clientId: orgId,
            runId: run?.id ?? '',
            userId: randomUUID(),
            helpful: true,
            comment: `Comment ${n}`,
            updatedAt: minutesAgo(n),
          })),
        );
    },
    idsOf: inside('feedback', 'comment'),
    async within(person) {
      const { headers } = await person.post('/api/insights/query', { type: 'scoring' });
      const id = String(headers['x-insight-run']);
      // It is shown once it is completed.
      for (let tries = 0; tries < 100; tries++)
        if ((await person.get(`/api/insights/runs/${id}`)).statusCode === 200) break;
      return id;
    },
  },
  {
    path: '/visibility/social-metrics',
    fill: records('social_profile', (n) => ({ platform: `platform ${n % 3}`, handle: `@profile${n}` })),
    idsOf: inside('profiles', 'handle'),
  },
];
