const DAY = 24 * 3600 * 1000;

/** A day of one of a client's websites, in the form of an analytics pipeline. */
export function websiteDay(n: number) {
  const date = new Date(Date.UTC(2026, 0, 1) - (n % 730) * DAY).toISOString().slice(0, 10);
  const sessions = 100 + ((n * 7919) % 900);
  const data = { date, source: 'ga4', users: sessions - 20, sessions, pageviews: sessions * 3, bounceRate: 41.7 };
  const more = { avgSessionSeconds: 93.25, conversions: n % 9 };
  return { type: 'website_daily', externalId: `site-${Math.floor(n / 730)}-${date}`, data: { ...data, ...more } };
}
