import type { InsightContext, InsightLevel, ScoreKey, Source } from '../wire.ts';
import { goalName, goalsInProgress, hasSocial, hasTraffic, mostUrgentGoal } from './facts.ts';
import { counted, numberText, percentInWords } from './formatting.ts';

/** A possible recommendation, not yet ranked. */
export interface Opportunity {
  title: string;
  description: string;
  effort: InsightLevel;
  impact: InsightLevel;
  /** Relative value, 0–1. */
  worth: number;
  source: Source;
  /** The score component it improves, if any. */
  part?: ScoreKey;
}

const WORTH: Record<InsightLevel, number> = { high: 0.85, medium: 0.55, low: 0.3 };

const opportunity = (
  source: Source,
  impact: InsightLevel,
  effort: InsightLevel,
  title: string,
  description: string,
): Opportunity => ({
  source,
  impact,
  worth: WORTH[impact],
  effort,
  title,
  description,
});

function fromGoals(context: InsightContext): Opportunity[] {
  if (context.goals.length === 0)
    return [
      opportunity(
        'goals',
        'low',
        'low',
        'Set a goal worth measuring',
        'No goal is set yet. Choose one figure that matters this quarter, a target and a date, so that progress shows.',
      ),
    ];

  const active = goalsInProgress(context);
  const overdueGoals = active.filter(({ is_overdue }) => is_overdue);
  const urgent = mostUrgentGoal(active);
  if (!urgent) return [];
  if (overdueGoals.length > 0)
    return [
      opportunity(
        'goals',
        urgent.priority,
        'medium',
        overdueGoals.length === 1 ? `Decide on the overdue ${goalName(urgent)}` : 'Decide on the goals past their date',
        `${overdueGoals.length === 1 ? 'One goal is' : `${overdueGoals.length} goals are`} past the date that was set; the ${goalName(urgent)} stands at ${numberText(urgent.progress_percent)} percent. Give each a new date and an owner, or drop it.`,
      ),
    ];
  return urgent.progress_percent < 50
    ? [
        opportunity(
          'goals',
          urgent.priority,
          'medium',
          `Focus on the ${goalName(urgent)}`,
          `It has ${urgent.priority} priority and stands at ${numberText(urgent.progress_percent)} percent. Agree on the next step and who takes it this week.`,
        ),
      ]
    : [];
}

function fromTasks({ action_items: { open, overdue, by_priority } }: InsightContext): Opportunity[] {
  if (overdue > 0)
    return [
      opportunity(
        'action_items',
        overdue * 2 >= open ? 'high' : 'medium',
        overdue <= 3 ? 'low' : overdue <= 10 ? 'medium' : 'high',
        'Clear the overdue tasks',
        `${numberText(overdue)} of ${counted(open, 'open task')} ${overdue === 1 ? 'is' : 'are'} overdue. Finish, delegate or drop the overdue ones.`,
      ),
    ];
  return by_priority.high > 0
    ? [
        opportunity(
          'action_items',
          'medium',
          'medium',
          'Finish the tasks of high priority',
          `${numberText(by_priority.high)} of ${counted(open, 'open task')} ${by_priority.high === 1 ? 'has' : 'have'} high priority. Finish them before starting anything new.`,
        ),
      ]
    : [];
}

function fromTraffic(context: InsightContext): Opportunity[] {
  const { period_days: days, sessions, engagement_rate: rate, conversions } = context.analytics;
  if (!hasTraffic(context))
    return [
      opportunity(
        'analytics',
        'low',
        'low',
        'Connect website analytics',
        `No visits are recorded for the last ${numberText(days)} days. Once analytics is connected, traffic and conversions count in these answers.`,
      ),
    ];
  // With fewer than 100 sessions a missing conversion is not significant.
  const convertsPoorly = sessions >= 100 && conversions < sessions / 100;
  return [
    ...(convertsPoorly
      ? [
          opportunity(
            'analytics',
            conversions < sessions / 200 ? 'high' : 'medium',
            'medium',
            'Turn more visits into enquiries',
            `${counted(sessions, 'session')} in ${numberText(days)} days led to ${counted(conversions, 'conversion')}. Put one clear way to book, call or ask on every page, and shorten the form behind it.`,
          ),
        ]
      : []),
    ...(rate > 0 && rate < 0.4
      ? [
          opportunity(
            'analytics',
            'medium',
            'medium',
            'Keep the visitors who arrive',
            `The engagement rate is ${percentInWords(rate)}. Look at the pages where most visits begin: does the first screen answer what people came for?`,
          ),
        ]
      : []),
  ];
}

function fromContent({ content: { published_posts: posts } }: InsightContext): Opportunity[] {
  if (posts >= 5) return [];
  const status =
    posts === 0
      ? 'Nothing is published yet.'
      : `So far ${counted(posts, 'post')} ${posts === 1 ? 'is' : 'are'} published.`;
  return [
    opportunity(
      'content',
      posts === 0 ? 'medium' : 'low',
      'medium',
      posts === 0 ? 'Publish a first article' : 'Publish more regularly',
      `${status} Answer the question that {customers} ask most, in their words, and publish at a steady pace.`,
    ),
  ];
}

function fromSocial(context: InsightContext): Opportunity[] {
  const { reach, engagement } = context.social;
  if (!hasSocial(context) || engagement >= reach / 100) return [];
  return [
    opportunity(
      'social',
      'low',
      'medium',
      'Ask more and announce less on social networks',
      `A reach of ${numberText(reach)} brought ${counted(engagement, 'reaction')}. Show people and work, and end posts with a question.`,
    ),
  ];
}

/** Opportunities from goals, tasks, traffic, content and social networks. */
export const opportunities = (context: InsightContext): Opportunity[] => [
  ...fromGoals(context),
  ...fromTasks(context),
  ...fromTraffic(context),
  ...fromContent(context),
  ...fromSocial(context),
];
