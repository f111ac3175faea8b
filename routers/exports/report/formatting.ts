import type { Language } from '../../../server/languages.ts';
import { type DateStyle, formatDateIn } from '../../values/date-formats.ts';

const NONE = '–';

const LOCALES = { en: 'en-US', de: 'de-DE' };

/** Formats of figures and dates in the report, in a language. */
export function formatsIn(language: Language) {
  const locale = LOCALES[language];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const decimal = (value: number) => (language === 'de' ? value.toFixed(1).replace('.', ',') : value.toFixed(1));
  // DIN 5008 has a space before the sign.
  const percentSign = language === 'de' ? '\u00a0%' : '%';
  const formatNumber = (value: number) => plain.format(value).replace('-', '−');
  /** A date in the client's time zone: `February 15, 2026`. */
  const formatDate = (moment: Date, timezone: string, style: DateStyle = 'long') =>
    formatDateIn(locale, timezone, style, moment);

  return {
    formatNumber,
    formatDate,
    percentSign,
    /** A score with one decimal, so that columns align. */
    formatScore: (value: number | null) => (value === null ? NONE : decimal(value)),
    /** A signed difference with one decimal. */
    formatChange: (value: number | null) => {
      if (value === null) return NONE;
      if (value === 0) return `±${decimal(0)}`;
      return `${value > 0 ? '+' : '−'}${decimal(Math.abs(value))}`;
    },
    /** A value with its unit. */
    formatAmount: (value: number, unit: string) =>
      /^(%|percent)$/i.test(unit.trim())
        ? `${formatNumber(value)}${percentSign}`
        : `${formatNumber(value)} ${unit}`.trim(),
    /** A value between 0 and 1. */
    formatPercent: (fraction: number) => `${Math.round(fraction * 100)}${percentSign}`,
    /** `1 goal`, `2 goals`. */
    pluralize: (count: number, one: string, many = `${one}s`) => `${formatNumber(count)} ${count === 1 ? one : many}`,
    /** What stands beside a count. */
    nounFor: (count: number, { one, other }: { one: string; other: string }) => (count === 1 ? one : other),
    /** A day, `YYYY-MM-DD`, as `Feb 15, 2026`. */
    formatDay: (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC', 'short'),
    /** The size of a difference, with one decimal. */
    formatDistance: (value: number) => decimal(Math.abs(value)),
  };
}

// Created on first use: it takes about 1 % of the CPU time of a start.
let graphemes: Intl.Segmenter | undefined;

/** Shortens text to `most` visible characters, the last one an ellipsis. */
export function truncate(text: string, most: number) {
  if (text.length <= most) return text;
  graphemes ??= new Intl.Segmenter();
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
