import type { TenantDb } from '../../db/handles.ts';
import { goalReadings, goals } from '../../db/schema/index.ts';
import { daysAgo, momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';
import { demoReviews } from './reviews.ts';
import { demoScans } from './scans.ts';
import { ANALYTICS, demoWebsite } from './website.ts';

type Goal = typeof goals.$inferInsert;

const DAY = 24 * 3600 * 1000;

/** The current values of the metrics, from other demo data. */
function standing(now: Date) {
  const scan = demoScans(now).at(-1);
  const since = daysAgo(now, 30);
  // Of one tool: two that count the same visits are not added together.
  const month = demoWebsite(now).daily.filter(({ date, source }) => date >= since && source === ANALYTICS);
  const total = (of: typeof month, figure: 'sessions' | 'conversions') => of.reduce((sum, day) => sum + day[figure], 0);
  const bounced = month.reduce((sum, { bounceRate, sessions }) => sum + bounceRate * sessions, 0);
  return {
    score: scan?.dynamicScore ?? 0,
    inAnswers: scan?.components.find(({ key }) => key === 'ai_visibility')?.score ?? 0,
    sessions: total(month, 'sessions'),
    bounceRate: Math.round((10 * bounced) / total(month, 'sessions')) / 10,
    bookings: total(month, 'conversions'),
    reviews: demoReviews(now).filter(({ publishedAt }) => now.getTime() - publishedAt.getTime() < 365 * DAY).length,
  };
}

type Shown = Pick<Goal, 'title' | 'category' | 'unit' | 'status' | 'priority'> & {
  name: string;
  type: string;
  /** Baseline, current, target. */
  figures: [number, number, number];
  /** Days until the deadline. */
  due: number | null;
};

/** The practice's goals: some reached, some overdue, some reductions. */
const shown = (now: ReturnType<typeof standing>): Shown[] => [
  {
    name: 'visibility',
    title: 'Raise the visibility score to 75',
    type: 'visibility',
    category: 'visibility',
    figures: [46.4, now.score, 75],
    unit: 'points',
    status: 'in_progress',
    priority: 'high',
    due: 96,
  },
  {
    name: 'ai',
    title: 'Be named in AI answers about dentists in Portland',
    type: 'ai_visibility',
    category: 'aeo',
    figures: [18, now.inAnswers, 60],
    unit: 'points',
    status: 'in_progress',
    priority: 'high',
    due: 41,
  },
  {
    name: 'traffic',
    title: '6,500 website sessions a month',
    type: 'traffic',
    category: 'seo',
    figures: [2900, now.sessions, 6500],
    unit: 'sessions',
    status: 'in_progress',
    priority: 'medium',
    due: 72,
  },
  {
    name: 'bounce',
    title: 'Bring the bounce rate down to 40%',
    type: 'engagement',
    category: 'website',
    figures: [54.2, now.bounceRate, 40],
    unit: '%',
    status: 'in_progress',
    priority: 'medium',
    due: -12,
  },
  {
    name: 'bookings',
    title: '220 online bookings a month',
    type: 'conversions',
    category: 'website',
    figures: [31, now.bookings, 220],
    unit: 'bookings',
    status: 'in_progress',
    priority: 'high',
    due: -3,
  },
  {
    name: 'speed',
    title: 'Pages that show in 1.8 seconds on a phone',
    type: 'page_speed',
    category: 'technical',
    figures: [4.1, 2.6, 1.8],
    unit: 'seconds',
    status: 'in_progress',
    priority: 'low',
    due: 130,
  },
  {
    name: 'answers',
    title: 'Answer reviews within two days',
    type: 'response_time',
    category: 'reputation',
    figures: [9, 2.8, 2],
    unit: 'days',
    status: 'paused',
    priority: 'low',
    due: 60,
  },
  {
    name: 'reviews',
    title: '60 new reviews in a year',
    type: 'reviews',
    category: 'reputation',
    figures: [21, now.reviews, 60],
    unit: 'reviews',
    status: 'completed',
    priority: 'medium',
    due: -20,
  },
  {
    name: 'listings',
    title: 'Be listed in nine directories',
    type: 'listings',
    category: 'local',
    figures: [4, 9, 9],
    unit: 'directories',
    status: 'completed',
    priority: 'high',
    due: -75,
  },
  {
    name: 'video',
    title: 'A short film for each treatment',
    type: 'content',
    category: 'content',
    figures: [0, 0, 8],
    unit: 'films',
    status: 'not_started',
    priority: 'low',
    due: 150,
  },
  {
    name: 'insurance',
    title: 'A page for each insurance that we take',
    type: 'content',
    category: 'content',
    figures: [0, 0, 12],
    unit: 'pages',
    status: 'not_started',
    priority: 'medium',
    due: null,
  },
  {
    name: 'magazine',
    title: 'A quarter page in the Old Port magazine',
    type: 'awareness',
    category: 'advertising',
    figures: [0, 1, 4],
    unit: 'issues',
    status: 'cancelled',
    priority: 'low',
    due: 10,
  },
];

export const demoGoals = (now: Date) =>
  shown(standing(now)).map(({ name, type, figures, due, ...goal }, index) => {
    const [baselineValue, currentValue, targetValue] = figures;
    return {
      ...goal,
      externalId: `demo-goal-${name}`,
      goalType: type,
      baselineValue,
      currentValue,
      targetValue,
      deadline: due === null ? null : daysAgo(now, -due),
      overdueToldOn: due !== null && due < 0 ? daysAgo(now, -due - 1) : null,
      createdAt: momentAgo(now, 210 - index * 9),
    };
  });

const READINGS = 3;

/** Goals, and what people read of their values on the way. */
export async function seedGoals(db: TenantDb, { clientId, adminId, now }: Demo) {
  const stored = await db
    .insert(goals)
    .values(demoGoals(now).map((goal) => ({ clientId, ...goal })))
    .returning();
  const readings = stored.flatMap(({ id: goalId, baselineValue, currentValue }) =>
    Array.from({ length: READINGS }, (_, n) => ({
      clientId,
      goalId,
      userId: adminId,
      at: momentAgo(now, 3 + 28 * (READINGS - 1 - n)),
      value: Math.round(10 * (baselineValue + ((currentValue - baselineValue) * (n + 1)) / READINGS)) / 10,
    })),
  );
  await db.insert(goalReadings).values(readings);
}
