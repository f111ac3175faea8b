import { split } from '../data/chance.ts';
import { secondTool } from '../data/website.ts';
import type { PlausibleVisit } from './plausible/stats.ts';

// Hours of UTC that are of the same day in the practice's time zone.
const HOURS = { first: 14, count: 9 };

// A prime, so that the pages of a day are dealt to its visits in turn.
const STRIDE = 7919;

type Day = ReturnType<typeof secondTool>[number];

/** The visits of a day, of which a tool counts the sessions, users and page views that the demo seeds. */
function visitsOf({ date, sessions, users, pageviews, bounceRate, pages, sources }: Day): PlausibleVisit[] {
  const paths = pages.flatMap(({ path, pageviews: views }) => Array.from({ length: views }, () => path));
  const bounced = Math.round((sessions * bounceRate) / 100);
  const more = split(
    pageviews - sessions,
    Array.from({ length: sessions }, (_, n) => (n < bounced ? 0 : 1)),
  );
  const from = sources.flatMap((one) => Array.from({ length: one.sessions }, () => one));
  let view = 0;
  const nextPath = () => paths[(view++ * STRIDE) % paths.length] ?? '/';
  return Array.from({ length: sessions }, (_, n) => ({
    visitor: String(n % users),
    at: `${date}T${HOURS.first + (n % HOURS.count)}:${String(n % 60).padStart(2, '0')}:00Z`,
    source: from[n]?.source ?? '(direct)',
    channel: from[n]?.channel ?? 'Direct',
    pages: Array.from({ length: 1 + (more[n] ?? 0) }, nextPath),
    seconds: more[n] ? 60 + 30 * (more[n] ?? 0) : 0,
  }));
}

/** The visits of the demo's website as its second tool counts them. */
export const websiteVisits = (now: Date) => secondTool(now).flatMap(visitsOf);

const BOOKING_DAYS = 60;
const PEOPLE = 17;
const DAY = 24 * 3600 * 1000;

/** A few visits a day of another, small website of the demo. */
export const fewVisits = (now: Date): PlausibleVisit[] =>
  Array.from({ length: BOOKING_DAYS }, (_, ago) => new Date(now.getTime() - (ago + 1) * DAY).toISOString().slice(0, 10))
    .flatMap((date, ago) => Array.from({ length: 3 + ((ago * 5) % 4) }, (_, n) => ({ date, ago, n })))
    .map(({ date, ago, n }) => ({
      // A few people who come again, so that a month has no more of them than a week has visits.
      visitor: String((ago * 3 + n) % PEOPLE),
      at: `${date}T${HOURS.first + n}:20:00Z`,
      source: n % 2 ? 'harborstreetdental.example' : '',
      channel: n % 2 ? 'Referral' : 'Direct',
      pages: n % 3 ? ['/', '/confirm'] : ['/'],
      seconds: 40 * (n + 1),
    }));
