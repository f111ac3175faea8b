import type { TenantDb } from '../../db/handles.ts';
import { actionItems } from '../../db/schema/index.ts';
import { daysAgo, momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

type Item = typeof actionItems.$inferInsert;
type Shown = [
  name: string,
  title: string,
  description: string | null,
  category: string,
  priority: Item['priority'],
  status: Item['status'],
  /** Days until it is due. */
  due: number | null,
  source: Item['source'],
];

const ITEMS: Shown[] = [
  [
    'yelp-phone',
    'Correct the phone number on Yelp',
    'Yelp still shows the number of the old front desk.',
    'local',
    'high',
    'open',
    -4,
    'scan',
  ],
  [
    'bing-address',
    'Correct the street number on Bing Places',
    'Bing shows 14 Harbor Street; patients have gone next door.',
    'local',
    'high',
    'in_progress',
    3,
    'scan',
  ],
  [
    'speed',
    'Shrink the photographs of the team page',
    'They are 6 MB together and hold up the page on a phone.',
    'technical',
    'high',
    'open',
    9,
    'scan',
  ],
  [
    'faq',
    'Answer the ten questions that AI assistants are asked',
    'Prices, insurance, emergencies, children: a short answer each, on the page that it belongs to.',
    'content',
    'high',
    'in_progress',
    16,
    'goal',
  ],
  ['reviews', 'Answer the reviews that still wait', null, 'reputation', 'medium', 'open', -1, 'scan'],
  [
    'schema',
    'Mark up the opening hours and the team',
    'Dentist and Person in structured data.',
    'technical',
    'medium',
    'open',
    20,
    'scan',
  ],
  [
    'foursquare',
    'Claim the listing on Foursquare',
    'Several assistants read places from there.',
    'local',
    'medium',
    'open',
    27,
    'scan',
  ],
  ['booking', 'Put the booking button on every treatment page', null, 'website', 'medium', 'in_progress', 6, 'goal'],
  ['photos', 'New photographs of the waiting room', null, 'content', 'low', 'open', 45, 'manual'],
  [
    'newsletter',
    'Ask long-standing patients for a review',
    'Those seen in the last month, once each.',
    'reputation',
    'low',
    'open',
    null,
    'manual',
  ],
  ['sitemap', 'Send the new sitemap to the search engines', null, 'technical', 'medium', 'done', -15, 'scan'],
  ['hours', 'Holiday opening hours on Google', null, 'local', 'high', 'done', -33, 'manual'],
  [
    'redirects',
    'Lead the addresses of the old website to the new pages',
    null,
    'technical',
    'high',
    'done',
    -61,
    'goal',
  ],
  [
    'directory',
    'Buy a place in the Casco Bay directory',
    'It links to everyone and is read by no one.',
    'backlinks',
    'low',
    'dismissed',
    -40,
    'scan',
  ],
];

/** Seeds action items in every state. */
export const demoTasks = (now: Date) =>
  ITEMS.map(([name, title, description, category, priority, status, due, source], index) => ({
    externalId: `demo-task-${name}`,
    title,
    description,
    category,
    priority,
    status,
    dueDate: due === null ? null : daysAgo(now, -due),
    source,
    completedAt: status === 'done' ? momentAgo(now, 2 - (due ?? 0), index) : null,
    createdAt: momentAgo(now, 24 + index * 5 - Math.min(0, due ?? 0), 3),
  }));

/** Every third item is nobody's yet. */
export function seedTasks(db: TenantDb, { clientId, adminId, memberIds, now }: Demo) {
  const people = [adminId, ...memberIds];
  const assignee = (index: number) => (index % 3 === 2 ? null : (people[index % people.length] ?? null));
  const items = demoTasks(now).map((item, index) => ({ clientId, ...item, assigneeId: assignee(index) }));
  return db.insert(actionItems).values(items);
}
