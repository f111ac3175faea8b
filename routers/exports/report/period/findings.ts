import { plusDays } from '../../../values/days.ts';
import type { PeriodData } from './period-data.ts';
import type { ReportFinding, ReportSection } from './report-sections.ts';
import type { PeriodWording } from './wording/period-english.ts';

const NAMED_DAYS = 5;
const MOST = 20;

/** The days of the period that have passed and have no visits of the website's primary source. */
function missingDays({ website, period, today }: PeriodData) {
  if (!website) return [];
  const known = new Set(website.series.map(({ date }) => date));
  const missing: string[] = [];
  for (let day = period.from; day <= period.to && day < today; day = plusDays(day, 1))
    if (!known.has(day)) missing.push(day);
  return missing;
}

/** What is wrong with the figures of a report, for those who check it. */
export function findingsOf(
  data: PeriodData,
  sections: readonly ReportSection[],
  { words: { findings: words }, texts, formatDate, formatDay }: PeriodWording,
): ReportFinding[] {
  const { timezone } = data.organization;
  const tells = (...of: ReportSection[]) => of.some((section) => sections.includes(section));
  const found: ReportFinding[] = data.broken.map(({ tool, label, since }) => ({
    kind: 'broken_connection',
    text: words.broken(tool, label, formatDate(since, timezone)),
  }));
  const missing = tells('website', 'overview') ? missingDays(data) : [];
  if (missing.length > 0) {
    const named = missing.slice(0, NAMED_DAYS).map(formatDay);
    found.push({ kind: 'missing_days', text: words.missing(missing.length, data.days, named) });
  }
  const change = tells('ai_search', 'overview') ? data.scan?.evidence?.change : undefined;
  if (change?.verdict === 'not_comparable')
    found.push({
      kind: 'not_comparable',
      text: texts.evidence.notComparable(change.notComparable.map(({ reason }) => reason)),
    });
  return found.slice(0, MOST);
}
