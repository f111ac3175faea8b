import type { QuestionTopics } from '../question/topics.ts';
import type { InsightContext } from '../wire.ts';
import { monthBefore, monthsIn } from './progress.ts';
import { type NamedValue, type Series, type SeriesName, seriesOf } from './series.ts';
import type { AnswerWording } from './wording/wording.ts';

interface Asked {
  question: QuestionTopics;
  days: number;
  /** The month that is not over yet. */
  current: string;
  wording: AnswerWording;
}

const has = ({ question: { topics } }: Asked, ...names: QuestionTopics['topics']) =>
  names.some((name) => topics.includes(name));

/** The largest or smallest values; several where they are the same. */
function extremes<Row extends { value: number }>(rows: Row[], which: 'most' | 'least'): Row[] {
  const values = rows.map(({ value }) => value);
  const value = which === 'most' ? Math.max(...values) : Math.min(...values);
  return rows.filter((row) => row.value === value);
}

const moreOf = <Row extends { value: number }>([one, other]: Row[], nameOf: (row: Row) => string) => {
  if (!one || !other || one.value === other.value) return undefined;
  return nameOf(one.value > other.value ? one : other);
};

function boundsOf({ months }: Series, { question: { periods }, wording }: Asked): string[] {
  const [first, last] = [months[0], months.at(-1)];
  const outside = periods.includes('earlier') || periods.includes('later');
  return outside && first && last ? [wording.bounds(wording.month(first.month), wording.month(last.month))] : [];
}

/** The months asked for; where a question is how one changed, with the month before it. */
function withMonthBefore({ months }: Series, asked: Asked): string[] {
  const wanted = monthsIn(asked.question);
  const [only] = wanted;
  const isKnown = months.some(({ month }) => month === only);
  return wanted.length === 1 && only && isKnown && has(asked, 'trends', 'compare', 'why')
    ? [monthBefore(only), only]
    : wanted;
}

function describeMonths(series: Series, asked: Asked): string[] {
  const { wording, current } = asked;
  const { name, months } = series;
  const wanted = withMonthBefore(series, asked);
  const known = wanted.flatMap((month) => months.find((row) => row.month === month) ?? []);
  const which = has(asked, 'most') ? 'most' : has(asked, 'least') ? 'least' : undefined;
  if (which && known.length > 2) return [wording.extremeMonth(name, which, extremes(known, which))];

  const missing = wanted.filter((month) => !known.some((row) => row.month === month));
  // Of a long range only the months with figures are of interest.
  const told = missing.length > 2 && known.length > 0 ? [] : missing.slice(0, 2);
  const [only] = known;
  const areOver = known.every(({ month }) => month !== current);
  return [
    ...(known.length === 1 && only ? [wording.inMonth(name, only.month, only.value, only.month === current)] : []),
    ...(known.length > 1 ? [wording.inMonths(name, known)] : []),
    ...(known.length === 2 && areOver
      ? [
          wording.more(
            name,
            moreOf(known, ({ month }) => wording.month(month)),
          ),
        ]
      : []),
    ...told.map((month) => wording.nothingIn(name, month)),
  ];
}

function describeParts(series: Series, wanted: string[], { wording, days }: Asked): string[] {
  const { name, parts } = series;
  if (parts.length === 0) return [wording.notByPart(name)];
  const known = wanted.flatMap((part) => parts.find((row) => row.name === part) ?? []);
  const missing = wanted.filter((part) => !known.some((row) => row.name === part));
  return [
    ...known.map((part) => wording.inPart(name, part, days)),
    ...(known.length === 2
      ? [
          wording.more(
            name,
            moreOf(known, (row) => wording.partName(row.name)),
          ),
        ]
      : []),
    ...missing.map((part) => wording.nothingInPart(name, part)),
  ];
}

/** A platform in a month, where the months are told by platform; a client with one platform has them told anyway. */
function describeTogether(series: Series, wanted: string[], asked: Asked): string[] | undefined {
  const { wording } = asked;
  const { name, months, parts } = series;
  const known = monthsIn(asked.question).flatMap((month) => months.find((row) => row.month === month) ?? []);
  const told = known.every((row) => row.parts.length > 0);
  if (!told) return undefined;
  if (!parts.some((part) => wanted.includes(part.name))) return wanted.map((part) => wording.nothingInPart(name, part));
  const missing = monthsIn(asked.question).filter((month) => !known.some((row) => row.month === month));
  return [
    ...wanted.flatMap((part) =>
      known.map((row): string => {
        const value = row.parts.find((one) => one.name === part)?.value ?? 0;
        return value > 0
          ? wording.inPartAndMonth(name, { name: part, value }, row.month)
          : `${wording.nothingIn(name, row.month)}`.replace(/\.$/, ` (${wording.partName(part)}).`);
      }),
    ),
    ...missing.slice(0, 2).map((month) => wording.nothingIn(name, month)),
  ];
}

function describeExtremes(series: Series, asked: Asked): string[] {
  const { wording, current, days } = asked;
  const which = has(asked, 'most') ? 'most' : 'least';
  const { name, months, parts } = series;
  const byPart = has(asked, 'by_source', 'by_channel') && parts.length > 0;
  if (byPart) {
    const [extreme] = extremes(parts, which);
    return extreme ? [wording.extremePart(name, which, extreme, days)] : [];
  }
  if (has(asked, 'by_source', 'by_channel')) return [wording.notByPart(name)];
  // The current month is not over, so it is no month to compare.
  const over = months.filter(({ month }) => month !== current);
  return over.length > 0 ? [wording.extremeMonth(name, which, extremes(over, which))] : [];
}

/** The last two months that are over. */
function describeTrend({ name, months }: Series, { wording, current }: Asked): string[] {
  const [before, last] = months.filter(({ month }) => month !== current).slice(-2);
  if (!before || !last) return [];
  return [
    wording.inMonths(name, [before, last]),
    wording.more(
      name,
      moreOf([before, last], ({ month }) => wording.month(month)),
    ),
  ];
}

const partsIn = ({ question: { topics } }: Asked, name: SeriesName) => {
  // All of web search is of one channel.
  if (name === 'clicks' || name === 'impressions') return [];
  const prefix = name === 'reviews' || name === 'rating' ? 'source.' : 'channel.';
  return topics.filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length));
};

function sentences(series: Series, asked: Asked): string[] {
  const { wording, days, question } = asked;
  const { name, total, months, parts } = series;
  if (total === undefined && months.length === 0) return [wording.nothing(name)];
  const named = partsIn(asked, name);
  const wanted = monthsIn(asked.question);
  const all = total === undefined ? [] : [wording.total(name, total, days)];
  if (named.length > 0 && wanted.length > 0) {
    const [only] = parts;
    if (parts.length === 1 && only && named.includes(only.name)) return describeMonths(series, asked);
    return (
      describeTogether(series, named, asked) ?? [
        wording.notTogether(name),
        ...describeMonths(series, asked),
        ...describeParts(series, named, asked),
      ]
    );
  }
  if (wanted.length > 0) return describeMonths(series, asked);
  if (named.length > 0) return describeParts(series, named, asked);
  if (has(asked, 'most', 'least')) return describeExtremes(series, asked);
  if (has(asked, 'by_source', 'by_channel'))
    return parts.length > 0 ? [wording.byPart(name, partsToShow(parts), days)] : [wording.notByPart(name), ...all];
  if (has(asked, 'by_month') && months.length > 0) return [wording.inMonths(name, months)];
  if (has(asked, 'trends', 'compare', 'why')) return [...all, ...describeTrend(series, asked)];
  return question.periods.includes('other') ? [...all, ...lastMonth(series, asked)] : all;
}

const partsToShow = (parts: NamedValue[]) => parts.slice(0, 8);

function lastMonth({ name, months }: Series, { wording, current }: Asked): string[] {
  const last = months.filter(({ month }) => month !== current).at(-1);
  return last ? [wording.inMonth(name, last.month, last.value, false)] : [];
}

/** What the context says of a figure that it tells by month, platform or channel. */
export function describeSeries(
  name: SeriesName,
  context: InsightContext,
  question: QuestionTopics,
  wording: AnswerWording,
) {
  const series = seriesOf(name, context);
  const asked = { question, days: context.analytics.period_days, current: context.as_of.slice(0, 7), wording };
  const outside = boundsOf(series, asked);
  const found = outside.length > 0 && monthsIn(asked.question).length === 0 ? [] : sentences(series, asked);
  const spans = question.periods.includes('other') ? [wording.onlyMonths] : [];
  return [...spans, ...found, ...outside].join(' ');
}
