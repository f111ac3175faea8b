const GERMAN = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const MONTH = `(?<month>${MONTHS}|${GERMAN}|(?:${SHORT})\\b\\.?)`;
const YEAR = '(?:,?\\s+(?<year>\\d{4}))?';
const DATES = [
  /\b(?<year>\d{4})-(?<number>\d{2})-(?<day>\d{2})(?:T[\d:.]+Z?)?\b/g,
  new RegExp(`\\b${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]*\\d)${YEAR}`, 'g'),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${MONTH}${YEAR}`, 'g'),
  new RegExp(`\\b${MONTH}\\s+(?<year>\\d{4})`, 'g'),
  /\b(?<year>\d{4})-(?<number>0[1-9]|1[0-2])(?![\d-])/g,
];
const YEARS = /\b(?:in|during|throughout|since|seit)\s+(?<year>\d{4})(?=[.,;:!?)]|$)/g;

const startsWith = (names: string, month: number, start: string) => names.split('|')[month]?.startsWith(start) === true;

/** Whether the stated parts of a date match one of the known dates or months (`YYYY-MM`), in UTC. */
function isDateOf(dates: string[], { year, number, month, day }: Record<string, string | undefined>) {
  const name = month?.slice(0, 3);
  return dates.some((text) => {
    const date = new Date(text);
    const sameMonth = name
      ? [MONTHS, GERMAN].some((names) => startsWith(names, date.getUTCMonth(), name))
      : number === undefined || Number(number) === date.getUTCMonth() + 1;
    return (
      sameMonth &&
      (year === undefined || Number(year) === date.getUTCFullYear()) &&
      (day === undefined || (text.length > 7 && Number(day) === date.getUTCDate()))
    );
  });
}

/** Removes dates from a text; returns the rest and the dates that are not known. */
export function splitDates(text: string, dates: string[]) {
  const wrong: string[] = [];
  const rest = DATES.reduce(
    (remaining, pattern) =>
      remaining.replace(pattern, (match, ...found) => {
        if (!isDateOf(dates, found.at(-1))) wrong.push(match);
        return ' ';
      }),
    text,
  );
  return { rest: rest.replace(YEARS, (match, ...found) => (isDateOf(dates, found.at(-1)) ? ' ' : match)), wrong };
}
