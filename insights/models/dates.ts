const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const MONTH = `(?<month>${MONTHS}|(?:${SHORT})\\b\\.?)`;
const YEAR = '(?:,?\\s+(?<year>\\d{4}))?';
const DATES = [
  /\b(?<year>\d{4})-(?<number>\d{2})-(?<day>\d{2})(?:T[\d:.]+Z?)?\b/g,
  new RegExp(`\\b${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]*\\d)${YEAR}`, 'g'),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}${YEAR}`, 'g'),
  new RegExp(`\\b${MONTH}\\s+(?<year>\\d{4})`, 'g'),
];
const YEARS = /\b(?:in|during|throughout)\s+(?<year>\d{4})(?=[.,;:!?)]|$)/g;

/** Whether all that is said of a date is true of one of these, in UTC. */
function isDateOf(dates: string[], { year, number, month, day }: Record<string, string | undefined>) {
  const name = month?.slice(0, 3);
  return dates.some((text) => {
    const date = new Date(text);
    const sameMonth = name
      ? MONTHS.split('|')[date.getUTCMonth()]?.startsWith(name)
      : number === undefined || Number(number) === date.getUTCMonth() + 1;
    return (
      sameMonth &&
      (year === undefined || Number(year) === date.getUTCFullYear()) &&
      (day === undefined || Number(day) === date.getUTCDate())
    );
  });
}

/** Takes dates out of a text; what remains is free of those that are known, and those that are not come apart. */
export function splitDates(text: string, dates: string[]) {
  const wrong: string[] = [];
  const rest = DATES.reduce(
    (seen, pattern) =>
      seen.replace(pattern, (whole, ...found) => {
        if (!isDateOf(dates, found.at(-1))) wrong.push(whole);
        return ' ';
      }),
    text,
  );
  return { rest: rest.replace(YEARS, (whole, ...found) => (isDateOf(dates, found.at(-1)) ? ' ' : whole)), wrong };
}
