import { LRUCache } from 'lru-cache';

const STYLES = {
  /** `2026-02-15` in the locale `en-CA`. */
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  hour: { hour: 'numeric', hourCycle: 'h23' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  monthOfYear: { month: 'short', year: 'numeric' },
  /** Ends with the offset from UTC, `GMT+02:00`; `GMT` alone is UTC. */
  offset: { timeZoneName: 'longOffset' },
  dayOfMonth: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

interface Asked {
  locale: string;
  timeZone: string;
  style: DateStyle;
}

// A formatter takes eight times as long to make as to use, and 29 KiB that V8 does not count: those made for each of
// many calls would take 60 MiB between two collections. Here they take 6.
const formats = new LRUCache<string, Intl.DateTimeFormat, Asked>({
  max: 200,
  memoMethod: (_key, _stale, { context: { locale, timeZone, style } }) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...STYLES[style] }),
});

/** A moment in a time zone, as a locale writes it. @throws RangeError for an unknown time zone */
export const formatDateIn = (locale: string, timeZone: string, style: DateStyle, moment: Date) =>
  formats.memo(`${locale} ${timeZone} ${style}`, { context: { locale, timeZone, style } }).format(moment);
