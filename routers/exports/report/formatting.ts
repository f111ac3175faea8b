// Formats of figures and dates in the report.

const NONE = '–';

/** A score with one decimal, so that columns align. */
export const formatScore = (value: number | null) => (value === null ? NONE : value.toFixed(1));

/** A signed difference with one decimal. */
export const formatChange = (value: number | null) => {
  if (value === null) return NONE;
  if (value === 0) return '±0.0';
  return `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`;
};

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const formatNumber = (value: number) => plain.format(value).replace('-', '−');

/** A value with its unit. */
export const formatAmount = (value: number, unit: string) =>
  /^(%|percent)$/i.test(unit.trim()) ? `${formatNumber(value)}%` : `${formatNumber(value)} ${unit}`.trim();

export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/** `1 goal`, `2 goals`. */
export const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

type Style = 'long' | 'short' | 'month';

const STYLES: Record<Style, Intl.DateTimeFormatOptions> = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short' },
};

/** A date in the client's time zone: `February 15, 2026`. */
export const formatDate = (moment: Date, timezone: string, style: Style = 'long') =>
  new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...STYLES[style] }).format(moment);

/** A day, `YYYY-MM-DD`, as `Feb 15, 2026`. */
export const formatDay = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC', 'short');

const graphemes = new Intl.Segmenter();

/** Shortens text to `most` visible characters, the last one an ellipsis. */
export function truncate(text: string, most: number) {
  if (text.length <= most) return text;
  const characters = [...graphemes.segment(text.slice(0, most * 16))].map(({ segment }) => segment);
  return characters.length <= most
    ? characters.join('')
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** `in_progress` as `In progress`. */
export const humanize = (code: string) => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
