import type { Language } from '../../../../server/languages.ts';
import type { DayRange } from '../../../values/days.ts';

/** The sections that a report of a period may have, in any order. */
export const REPORT_SECTIONS = [
  'overview',
  'scores',
  'ai_search',
  'competitors',
  'website',
  'search',
  'reviews',
  'listings',
  'goals',
  'tasks',
  'content',
] as const;

export type ReportSection = (typeof REPORT_SECTIONS)[number];

/** What a report of a period shall be. */
export interface PeriodReport {
  /** What the cover calls it. */
  name: string;
  sections: readonly ReportSection[];
  language: Language;
  intro: string | null;
  /** Whole days in the client's time zone, both included. */
  period: DayRange & { kind: 'week' | 'month' | 'quarter' | 'once' };
  /** What the agency says about a section. */
  notes: Partial<Record<ReportSection, string>>;
  /** Whom assistants name in the answers that do not name the organization, the most often named first. */
  namedInstead?: { answers: number; businesses: { name: string; answers: number }[] };
}

/** Something that a person should know before the report is sent. */
export interface ReportFinding {
  kind: 'broken_connection' | 'missing_days' | 'not_comparable';
  /** A sentence in the language of the report. */
  text: string;
}
