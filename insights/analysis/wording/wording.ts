import type { InsightContext } from '../../wire.ts';
import type { NamedValue, SeriesName } from '../series.ts';

export type SingleName =
  | 'scores'
  | 'raw_score'
  | 'confidence'
  | 'unanswered'
  | 'traffic'
  | 'pageviews'
  | 'engagement_rate'
  | 'ai_visits'
  | 'competitors'
  | 'position'
  | 'goals'
  | 'tasks'
  | 'overdue'
  | 'content'
  | 'social'
  | 'reach'
  | 'engagement';

/** The words of an answer in one language. Months are `YYYY-MM`, names are of the closed lists. */
export interface AnswerWording {
  month(month: string): string;
  /** A month without its year, for one of which nothing is known. */
  bareMonth(month: string): string;
  total(name: SeriesName, value: number, days: number): string;
  nothing(name: SeriesName): string;
  inMonth(name: SeriesName, month: string, value: number, isCurrent: boolean): string;
  inMonths(name: SeriesName, months: { month: string; value: number }[]): string;
  nothingIn(name: SeriesName, month: string): string;
  inPart(name: SeriesName, part: NamedValue, days: number): string;
  nothingInPart(name: SeriesName, part: string): string;
  inPartAndMonth(name: SeriesName, part: NamedValue, month: string): string;
  notTogether(name: SeriesName): string;
  byPart(name: SeriesName, parts: NamedValue[], days: number): string;
  extremeMonth(name: SeriesName, which: 'most' | 'least', months: { month: string; value: number }[]): string;
  extremePart(name: SeriesName, which: 'most' | 'least', part: NamedValue, days: number): string;
  /** The name of a figure within a sentence. */
  figure(name: SeriesName): string;
  /** Which figures were better in a month than in an earlier one, and which were worse. */
  progress(before: string, last: string, figures: { better: string[]; worse: string[] }): string;
  /** That the current month is left out of a comparison. */
  notOver(month: string): string;
  /** Which of two is more; the same where `more` is undefined. */
  more(name: SeriesName, more: string | undefined): string;
  partName(name: string): string;
  bounds(first: string, last: string): string;
  onlyMonths: string;
  notByPart(name: SeriesName): string;
  notByMonth: string;
  single: Record<SingleName, (context: InsightContext) => string>;
  mentions(context: InsightContext, engines: string[]): string;
  extremeEngine(context: InsightContext, which: 'most' | 'least'): string;
  unlisted: string;
  offTopic: string;
  /** What the context can answer, as a sentence without figures. */
  canAnswer(subjects: Subject[]): string;
  withoutAi: string;
}

/** What a context may have figures of. */
export type Subject =
  | 'reviews'
  | 'visits'
  | 'scores'
  | 'mentions'
  | 'competitors'
  | 'goals'
  | 'tasks'
  | 'content'
  | 'social';
