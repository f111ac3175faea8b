import { PROGRESS, type QuestionTopics } from '../question/topics.ts';
import type { InsightContext, Source } from '../wire.ts';
import { joinSentences } from './formatting.ts';
import { type Series, type SeriesName, seriesOf, sourceOf } from './series.ts';
import type { AnswerWording } from './wording/wording.ts';

/** The month before another, `YYYY-MM`, whether or not anything is known of it. */
export function monthBefore(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

export const monthsIn = ({ periods }: QuestionTopics) => periods.filter((period) => /^\d/.test(period));

/**
 * The two whole months that a question compares, the earlier first: those asked for, or one with the month before it.
 * The current month is not over: what is compared with it, or with the last one, is the last whole month.
 */
function comparedMonths(asked: QuestionTopics, current: string): [before: string, last: string] | undefined {
  const wanted = monthsIn(asked).toSorted();
  const over = wanted.filter((month) => month !== current);
  const [first, second] = over;
  const newest = monthBefore(current);
  if (wanted.length === 0 || over.length > 2) return undefined;
  if (wanted.includes(current))
    return over.every((month) => month === newest) ? [monthBefore(newest), newest] : undefined;
  if (first && second) return [first, second];
  return first ? [monthBefore(first), first] : undefined;
}

const FIGURES: SeriesName[] = ['score', 'sessions', 'conversions', 'clicks', 'reviews'];

const valueIn = ({ months }: Series, month: string) => months.find((row) => row.month === month)?.value;

/** What is known of a figure in two months. */
function comparison({ name, months }: Series, pair: string[], wording: AnswerWording) {
  const known = pair.flatMap((month) => months.find((row) => row.month === month) ?? []);
  const missing = pair.filter((month) => !known.some((row) => row.month === month));
  const [only] = known;
  return [
    ...(known.length === 2 ? [wording.inMonths(name, known)] : []),
    ...(known.length === 1 && only ? [wording.inMonth(name, only.month, only.value, false)] : []),
    ...missing.map((month) => wording.nothingIn(name, month)),
  ];
}

/** Answers "Are we doing better than last month?" from all figures that are told by month; undefined if not asked. */
export function progressReply(
  context: InsightContext,
  asked: QuestionTopics,
  wording: AnswerWording,
): { text: string; sources: Source[] } | undefined {
  const current = context.as_of.slice(0, 7);
  const pair = comparedMonths(asked, current);
  const compares = asked.topics.includes('trends') || asked.topics.includes('compare');
  if (!pair || !compares || !PROGRESS.every((topic) => asked.topics.includes(topic))) return undefined;

  const known = FIGURES.map((name) => seriesOf(name, context)).filter(({ months }) => months.length > 0);
  if (known.length === 0) return { text: wording.nothing('sessions'), sources: [] };
  const [before, last] = pair;
  const changes = known.flatMap((series) => {
    const [earlier, later] = [valueIn(series, before), valueIn(series, last)];
    return earlier === undefined || later === undefined ? [] : [{ name: series.name, change: later - earlier }];
  });
  const named = (moved: (change: number) => boolean) =>
    changes.flatMap(({ name, change }) => (moved(change) ? [wording.figure(name)] : []));
  const [better, worse] = [named((change) => change > 0), named((change) => change < 0)];
  return {
    text: joinSentences([
      monthsIn(asked).includes(current) ? wording.notOver(wording.month(current)) : '',
      changes.length > 0 ? wording.progress(wording.month(before), wording.month(last), { better, worse }) : '',
      ...known.flatMap((series) => comparison(series, pair, wording)),
    ]),
    sources: known.map(({ name }) => sourceOf(name)),
  };
}
