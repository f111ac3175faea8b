import { randomUUID } from 'node:crypto';

type Data = Record<string, unknown>;

/** Example data of each record type. */
export const RECORDS = {
  goal: {
    title: 'More visitors',
    goal_type: 'traffic',
    category: 'seo',
    target_value: 5000,
    current_value: 4210.5,
    baseline_value: 3000,
    unit: 'sessions',
    status: 'in_progress',
    priority: 'high',
    deadline: '2026-12-31',
  },
  action_item: {
    title: 'Answer new reviews',
    description: 'Within two days.',
    category: 'reputation',
    priority: 'medium',
    status: 'done',
    due_date: '2026-03-01',
    source: 'scan',
    completed_at: '2026-02-20T10:00:00.000Z',
  },
  investment: {
    date: '2026-01-15',
    category: 'content',
    description: 'Ten pages',
    amount: 1200.1,
    estimatedReturn: 2400.2,
  },
  review: {
    source: 'google',
    rating: 4.5,
    text: 'Kind and quick.',
    authorName: 'J. Doe',
    publishedAt: '2026-02-01T12:30:00.000Z',
    responded: true,
  },
  website_daily: {
    date: '2026-02-14',
    source: 'ga4',
    users: 120,
    sessions: 160,
    pageviews: 410,
    bounceRate: 41.7,
    avgSessionSeconds: 93.2,
    conversions: 3.5,
    topPages: [{ path: '/', pageviews: 200 }],
    channels: [{ channel: 'Organic search', sessions: 90 }],
  },
  website_period: { from: '2026-02-01', to: '2026-02-14', source: 'ga4', users: 1480 },
  traffic_hourly: { at: '2026-02-14T09:00:00.000Z', sessions: 12 },
  traffic_source: {
    date: '2026-02-14',
    source: 'chatgpt.com',
    medium: 'referral',
    sessions: 9,
    users: 8,
    conversions: 1,
    isAiAssistant: true,
  },
  search_daily: {
    date: '2026-02-14',
    query: 'dentist near me',
    page: 'https://example.com/',
    clicks: 12,
    impressions: 410,
    position: 4.73,
  },
  social_profile: {
    platform: 'instagram',
    handle: '@example',
    url: 'https://instagram.com/example',
    followers: 1200,
    followersChange: -4,
    posts: 88,
    reach: 5400,
    impressions: 9100,
    engagement: 310,
    engagementRate: 3.4,
    asOf: '2026-02-14T00:00:00.000Z',
  },
  page_performance: {
    pageId: '0197a3c2-7a55-7c3e-8a11-3f5d2c9be001',
    date: '2026-02-14',
    views: 77,
    engagementRate: 61.5,
    avgTimeOnPageSeconds: 74.25,
    conversions: 2,
    citations: 1,
    scoreBefore: 55.5,
    scoreAfter: 61,
  },
  suggestion: {
    title: 'Does a root canal hurt?',
    summary: 'What people ask before they book.',
    contentType: 'article',
    targetQuery: 'does a root canal hurt',
    status: 'pending',
    confidence: 0.82,
    rationale: 'Often asked, and answered nowhere.',
    sources: ['search_console', 'ai_answers'],
    createdAt: '2026-02-14T08:00:00.000Z',
  },
  calendar_entry: {
    title: 'Newsletter',
    contentType: 'newsletter',
    channel: 'email',
    status: 'scheduled',
    date: '2026-02-14',
    scheduledAt: '2026-02-14T15:00:00.000Z',
    publishedAt: '2026-02-14T15:00:01.000Z',
  },
  template: {
    name: 'Treatment page',
    description: 'How a treatment is described.',
    category: 'service',
    vertical: 'dental',
    contentFormat: 'markdown',
    body: '{{treatment}} in plain words.',
    variables: [{ key: 'treatment', label: 'Treatment', required: true }],
  },
} as const satisfies Record<string, Data>;

export type RecordName = keyof typeof RECORDS;

/** A record of the type with a unique name. */
export const record = (type: RecordName, data: Data = {}, externalId: string = randomUUID()) => ({
  type,
  externalId,
  data: { ...RECORDS[type], ...data },
});

/** Fields with free text. */
const WORDS = [
  ...['title', 'description', 'category', 'goal_type', 'text', 'authorName', 'medium', 'platform', 'handle'],
  ...['name', 'summary', 'contentType', 'targetQuery', 'rationale', 'channel', 'vertical', 'body', 'query'],
  'page',
];
const DAYS = ['date'];
const MOMENTS = ['at', 'asOf', 'publishedAt', 'createdAt'];

/** A record of each type, dated yesterday, with a marker in its name and every free text. */
export function markedRecords(word: string) {
  const midnight = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const marked = (type: RecordName) => (name: string) => {
    if (DAYS.includes(name)) return [[name, midnight.slice(0, 10)]];
    if (MOMENTS.includes(name)) return [[name, midnight]];
    const ownWords = WORDS.includes(name) || (name === 'source' && type !== 'action_item');
    return ownWords ? [[name, word]] : [];
  };
  return (Object.keys(RECORDS) as RecordName[]).map((type) =>
    record(type, Object.fromEntries(Object.keys(RECORDS[type]).flatMap(marked(type))), `${word}-${type}`),
  );
}
