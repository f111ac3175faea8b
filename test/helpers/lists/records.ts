import { insightRuns } from '../../../db/schema/index.ts';
import { clientDb } from '../client-db.ts';
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
    path: '/exports/goals',
    fill: records('goal', (n) => urgency(n, 'deadline')),
    idsOf: (csv: string) => csv.split('\r\n').flatMap((line) => /^[0-9a-f-]{36}/.exec(line)?.[0] ?? []),
  },
  {
    path: '/insights/history',
    fill: (portal, { orgId, userId }, count, from) =>
      clientDb(portal, orgId)
        .insert(insightRuns)
        .values(
          numbers(count, from).map((n) => ({
            ...{ clientId: orgId, userId, runType: 'scoring' as const, inputParams: {}, worker: 1 },
            status: 'succeeded' as const,
            completedAt: minutesAgo(n),
          })),
        ),
    idsOf: (body: { runs: Row[] }) => body.runs.map(({ id }) => String(id)),
  },
  {
    path: '/visibility/social-metrics',
    fill: records('social_profile', (n) => ({ platform: `platform ${n % 3}`, handle: `@profile${n}` })),
    idsOf: inside('profiles', 'handle'),
  },
];
