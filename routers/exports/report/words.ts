// How figures and days are written in the report.

const NONE = '–';

/** A score with its one decimal, so that columns line up. */
export const score = (value: number | null) => (value === null ? NONE : value.toFixed(1));

/** A difference with its sign. */
export const signed = (value: number | null) => {
  if (value === null) return NONE;
  if (value === 0) return '±0.0';
  return `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`;
};

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const number = (value: number) => plain.format(value).replace('-', '−');

/** A value with its unit. */
export const amount = (value: number, unit: string) =>
  /^(%|percent)$/i.test(unit.trim()) ? `${number(value)}%` : `${number(value)} ${unit}`.trim();

export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/** `1 goal`, `2 goals`. */
export const counted = (count: number, one: string, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

type Style = 'long' | 'short' | 'month';

const STYLES: Record<Style, Intl.DateTimeFormatOptions> = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short' },
};

/** The day of a moment where the client lives: `February 15, 2026`. */
export const dayOf = (moment: Date, timezone: string, style: Style = 'long') =>
  new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...STYLES[style] }).format(moment);

/** A calendar day, `YYYY-MM-DD`, in words. */
export const dayInWords = (day: string) => dayOf(new Date(`${day}T00:00:00Z`), 'UTC', 'short');

const graphemes = new Intl.Segmenter();

/** At most so many characters as people see them; what is cut ends in an ellipsis. */
export function clip(text: string, most: number) {
  if (text.length <= most) return text;
  const characters = [...graphemes.segment(text.slice(0, most * 16))].map(({ segment }) => segment);
  return characters.length <= most
    ? characters.join('')
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** `in_progress` as people say it: `In progress`. */
export const sentenceCase = (code: string) => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
