import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { tagOf } from '../texts/language.ts';

/** One decimal, and two digits of what would be rounded to nothing. */
const DECIMALS = {
  maximumFractionDigits: 1,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const satisfies Intl.NumberFormatOptions;

/** Numbers and times for a language and a time zone; an absent value is a dash. */
function formatsFor(locale: string | undefined, timeZone: string | undefined) {
  const numbers = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    // A minus, as mails and reports write it, where the browser writes a hyphen.
    return (value: number | null | undefined) =>
      value === null || value === undefined ? '–' : format.format(value).replace('-', '−');
  };
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (value: string | null | undefined) => (value ? format.format(new Date(value)) : '–');
  };
  const date = times({ dateStyle: 'medium' });
  const shortDate = times({ month: 'short', day: 'numeric' });
  const shortDays = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortMonths = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const hours = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const change = numbers({ ...DECIMALS, signDisplay: 'exceptZero' });
  return {
    number: numbers(DECIMALS),
    /** An amount that somebody has set, as exact as reports write it. */
    amount: numbers({ ...DECIMALS, maximumFractionDigits: 2 }),
    whole: numbers({ maximumFractionDigits: 0 }),
    change,
    /** A value between 0 and 100. */
    percent: numbers({ style: 'unit', unit: 'percent', ...DECIMALS }),
    /** A change in percent, with its sign. */
    changePercent: numbers({ style: 'unit', unit: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    /** A value between 0 and 1. */
    fraction: numbers({ style: 'percent', maximumFractionDigits: 0 }),
    /** An amount in major units. Without a currency nothing is billed, which is a dash, or not yet invoiced. */
    money: (value: number | null | undefined, currency?: string | null) =>
      numbers(currency ? { style: 'currency', currency } : { minimumFractionDigits: 2, maximumFractionDigits: 2 })(
        currency ? value : value || null,
      ),
    /** A moment, as a day. */
    date,
    /** The same of milliseconds. */
    dateAt: (at: number) => date(new Date(at).toISOString()),
    shortDateAt: (at: number) => shortDate(new Date(at).toISOString()),
    /** The start of a calendar day in UTC, in milliseconds, as that day. */
    dayAt: (at: number) => days.format(at),
    shortDayAt: (at: number) => shortDays.format(at),
    dateTime: times({ dateStyle: 'medium', timeStyle: 'short' }),
    /** An hour of the day, from 0. */
    hour: (hour: number) => hours.format(hour * 3_600_000),
    /** A time zone by its name in the language, such as Eastern Time. */
    zone: (id: string) =>
      known(() => new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: 'longGeneric' }).formatToParts())?.find(
        ({ type }) => type === 'timeZoneName',
      )?.value ?? id,
    /** The start of a month in UTC, in milliseconds, as that month. */
    monthAt: (at: number) => shortMonths.format(at),
    /** A month of a year, with its name. */
    monthName: (year: number, month: number) => months.format(Date.UTC(year, month - 1)),
    /** A calendar day such as a deadline, which is the same everywhere. */
    day: (value: string | null | undefined) => (value ? days.format(new Date(`${value}T00:00:00Z`)) : '–'),
  };
}

/** The result, or undefined where the browser does not know a language or zone that somebody has chosen. */
export function known<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** The language of figures and dates: that of the profile of the signed-in person, else that of the pages. */
export function useLocale() {
  const { i18n } = useTranslation();
  const { data } = useQuery(api.auth.account.profile.queryOptions());
  return data?.data.locale ?? tagOf(i18n.language);
}

/** Formats by the profile of the signed-in person, else by the language of the pages. */
export function useFormat() {
  const locale = useLocale();
  const { data } = useQuery(api.auth.account.profile.queryOptions());
  const timezone = data?.data.timezone ?? undefined;
  return useMemo(
    () => known(() => formatsFor(locale, timezone)) ?? formatsFor(undefined, undefined),
    [locale, timezone],
  );
}
