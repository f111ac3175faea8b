import { type MailPart, oneLine, type Site } from '../../server/mail/template.ts';
import { formatDateIn } from '../values/date-formats.ts';
import type { Movement } from '../visibility/public.ts';

/** Figures and days as a language writes them. */
export function figuresIn(locale: 'en-US' | 'de-DE') {
  const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const figure = (value: number) => oneDecimal.format(Math.round(value * 10) / 10);
  const signed = (change: number) => `${change > 0 ? '+' : '−'}${figure(Math.abs(change))}`;
  /** What stands beside a figure, which is written with one decimal at most. */
  const nounFor = (value: number, one: string, many: string) => (figure(Math.abs(value)) === '1' ? one : many);
  const dayOf = (time: Date, timeZone: string) => formatDateIn(locale, timeZone, 'long', time);
  return {
    figure,
    counted: (value: number, one: string, many: string) => `${whole.format(value)} ${nounFor(value, one, many)}`,
    signed,
    nounFor,
    dayOf,
    calendarDay: (day: string) => dayOf(new Date(day), 'UTC'),
    moved: ({ label, score, change }: Movement) => `${oneLine(label)}: ${figure(score)} (${signed(change)})`,
  };
}

export const pageOf = ({ url }: Site, label: string, path: string) => ({ label, url: `${url}${path}` });

/** A list below its heading; nothing where it is empty. */
export const listBelow = (heading: string, items: string[]): MailPart[] =>
  items.length > 0 ? [{ heading }, { items }] : [];
