import { type MailContent, oneLine, type Site } from '../../../server/mail/template.ts';
import type { Digest } from '../digest.ts';
import { figuresIn, listBelow, pageOf } from '../mail-figures.ts';
import type { DigestMentionChange, RequestedReview, ScoreDrop } from './facts.ts';

type Write = (site: Site) => MailContent;

const { figure, counted, signed, nounFor, dayOf, calendarDay, moved } = figuresIn('en-US');

const more = (shown: number, all: number) => (all > shown ? [`and ${all - shown} more`] : []);

function scoreSentence({ score, timezone }: Digest) {
  if (!score) return [];
  const now = `Your visibility score is ${figure(score.score)} of 100`;
  if (!score.before || score.change === null) return [`${now}.`];
  const since = `since the scan of ${dayOf(score.before.completedAt, timezone)}`;
  return [score.change === 0 ? `${now}, unchanged ${since}.` : `${now}: ${signed(score.change)} ${since}.`];
}

const REASONS = {
  too_few_prompts: 'too few questions are the same',
  other_questions: 'other questions were asked',
  other_models: 'the assistants answered with other models',
};

function mentionChange({ verdict, value, smallestVisible, notComparable }: DigestMentionChange) {
  if (verdict === 'not_comparable')
    return `not comparable with the scan before, because ${notComparable.map(({ reason }) => REASONS[reason]).join(' and ')}`;
  if (verdict === 'moved')
    return `moved by ${signed(value ?? 0)} ${nounFor(value ?? 0, 'point', 'points')} since the scan before`;
  return `no clear change since the scan before (a change of ${figure(smallestVisible ?? 0)} ${nounFor(smallestVisible ?? 0, 'point', 'points')} would have shown)`;
}

function mentionSentence({ mentions }: Digest) {
  if (!mentions) return [];
  const rate = `AI assistants mention you in ${figure(mentions.mentionRate)}% of ${counted(mentions.sampleSize, 'answer', 'answers')}`;
  return [mentions.change ? `${rate}: ${mentionChange(mentions.change)}.` : `${rate}.`];
}

function searchSentence({ search }: Digest) {
  if (!search) return [];
  const { until, clicks, impressions, change } = search;
  const week = `Web search brought you ${counted(clicks, 'click', 'clicks')} and showed you ${counted(impressions, 'time', 'times')} in the 7 days up to ${calendarDay(until)}`;
  if (change === null) return [`${week}.`];
  return [
    change === 0
      ? `${week}, as many clicks as in the 7 days before.`
      : `${week}: ${signed(change)} ${nounFor(change, 'click', 'clicks')} against the 7 days before.`,
  ];
}

const due = (day: string, isOverdue: boolean) => `${isOverdue ? 'overdue since' : 'due on'} ${calendarDay(day)}`;

const goalLine = ({ title, progress_percent, is_overdue, deadline }: Digest['goals'][number]) =>
  `${oneLine(title)}: ${figure(progress_percent)}% reached${deadline ? `, ${due(deadline, is_overdue)}` : ''}`;

const taskLine = ({ title, dueDate, isOverdue }: Digest['tasks'][number]) =>
  `${oneLine(title)}${dueDate ? `: ${due(dueDate, isOverdue)}` : ''}`;

export const englishNotices = {
  weeklyDigest(digest: Digest): Write {
    const { organization, score, goals, goalsSummary, tasks, tasksDue, next } = digest;
    const unfinished = goalsSummary.total - goalsSummary.completed;
    return (site) => ({
      subject: 'Your week in the client portal',
      body: [
        `Here is the weekly summary for ${oneLine(organization)} at ${site.host}.`,
        ...scoreSentence(digest),
        ...mentionSentence(digest),
        ...searchSentence(digest),
        ...listBelow('What moved the score', [...(score?.tiers ?? []), ...(score?.components ?? [])].map(moved)),
        ...listBelow('Goals', [...goals.map(goalLine), ...more(goals.length, unfinished)]),
        ...listBelow('Tasks due', [...tasks.map(taskLine), ...more(tasks.length, tasksDue)]),
        ...listBelow('What to do next', next.map(oneLine)),
        pageOf(site, 'Open the portal', '/'),
      ],
    });
  },

  scoreDrop:
    ({ organization, score, before, tiers }: ScoreDrop): Write =>
    (site) => ({
      subject: 'Your visibility score has fallen',
      body: [
        `The visibility score of ${oneLine(organization)} fell from ${figure(before)} to ${figure(score)} with the latest scan.`,
        ...listBelow('What moved the score', tiers.map(moved)),
        pageOf(site, 'See the scores', '/visibility'),
      ],
    }),

  overdueGoals:
    (organization: string, titles: string[]): Write =>
    (site) => ({
      subject: titles.length === 1 ? 'A goal is overdue' : 'Some goals are overdue',
      body: [
        `The deadline has passed for these goals of ${oneLine(organization)}:`,
        { items: titles.map(oneLine) },
        pageOf(site, 'See the goals', '/goals'),
      ],
    }),

  reviewRequested:
    ({ organization, id, title, by }: RequestedReview): Write =>
    (site) => ({
      subject: 'A page is ready for review',
      body: [
        `${by ? oneLine(by) : 'Someone'} has requested a review of a page of ${oneLine(organization)}: “${oneLine(title)}”.`,
        pageOf(site, 'Open the page', `/content/${id}`),
      ],
    }),

  paymentFailed:
    (organization: string): Write =>
    (site) => ({
      subject: 'A payment has failed',
      body: [
        `A payment for ${oneLine(organization)} at ${site.host} has failed. Please check your payment method to avoid an interruption.`,
        pageOf(site, 'Open billing', '/billing'),
      ],
    }),
};
