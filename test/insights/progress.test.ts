import { expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { ingest } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

/** The month so many months before the current one of UTC, as `YYYY-MM`. */
const month = (ago: number) => {
  const [year = 0, now = 1] = todayIn('UTC').split('-').map(Number);
  return new Date(Date.UTC(year, now - 1 - ago, 1)).toISOString().slice(0, 7);
};

const named = (ago: number, language: 'en' | 'de') =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month(ago)}-01`),
  );

const visits = (ago: number, sessions: number, conversions: number) =>
  record('website_daily', { date: `${month(ago)}-10`, sessions, users: 5, conversions, channels: [], topPages: [] });
const clicksOn = (date: string, clicks: number) =>
  record('search_daily', { date, query: 'dentist', clicks, impressions: 900 });
const clicks = (ago: number, number: number) => clicksOn(`${month(ago)}-10`, number);
const review = (ago: number, day: number) => record('review', { publishedAt: `${month(ago)}-0${day}T10:00:00Z` });
const scored = (ago: number, day: number, dynamicScore: number) =>
  scan({ completedAt: `${month(ago)}-${day}T10:00:00Z`, overall: { rawScore: 50, dynamicScore, confidence: 0.8 } });

async function measured() {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  for (const one of [scored(3, 12, 40), scored(2, 12, 70), scored(2, 26, 60), scored(1, 12, 90), scored(1, 25, 64.5)])
    expect((await pipeline.post('/api/ingest/scans', one)).statusCode).toBeLessThan(300);
  await ingest(person, [
    ...[visits(3, 9000, 90), visits(2, 300, 12), visits(1, 410, 7)],
    ...[clicks(3, 800), clicks(2, 31), clicks(1, 55), clicksOn(plusDays(todayIn('UTC'), -1), 0)],
    ...[review(2, 3), review(1, 3), review(1, 4)],
  ]);
  return person;
}

const ask = async (person: Person, query: string) =>
  (await person.post('/api/insights/query', { type: 'nlq', query })).json();

it('compares the last whole month with the one before, in every figure that is told by month', async () => {
  const person = await measured();
  const [before, last] = [named(2, 'en'), named(1, 'en')];

  const { answer, sources } = await ask(person, 'Are we doing better than last month?');

  expect(answer).toBe(
    [
      `${last} was better than ${before} in the visibility score, visits, clicks from web search and new reviews, and worse in conversions.`,
      `Visibility score by month: 60 in ${before} and 64.5 in ${last}.`,
      `Visits by month: 300 in ${before} and 410 in ${last}.`,
      `Conversions by month: 12 in ${before} and 7 in ${last}.`,
      `Clicks by month: 31 in ${before} and 55 in ${last}.`,
      `Reviews by month: 1 in ${before} and 2 in ${last}.`,
    ].join(' '),
  );
  expect(sources).toEqual(['visibility_scores', 'analytics']);
  for (const asked of ['Are we better than a month ago?', 'How are we doing compared to last month?'])
    expect((await ask(person, asked)).answer).toBe(answer);
  expect((await ask(person, 'Is this month better than last month?')).answer).toBe(
    `${named(0, 'en')} is not over yet, so whole months are compared. ${answer}`,
  );
  expect((await ask(person, 'Is our score better than last month?')).answer).toBe(
    `Visibility score by month: 60 in ${before} and 64.5 in ${last}. The score is higher for ${last}.`,
  );
});

it('has the score of the last scan of each month in the context', async () => {
  const person = await measured();
  const pipeline = await person.pipeline();
  for (const one of [scored(12, 28, 30), scored(13, 28, 20)]) await pipeline.post('/api/ingest/scans', one);

  const { context } = (await person.get('/api/insights/preview?type=scoring')).json().data;

  expect(context.visibility.by_month).toEqual(
    [[12, 30] as const, [3, 40] as const, [2, 60] as const, [1, 64.5] as const].map(([ago, dynamic_score]) => ({
      month: month(ago),
      dynamic_score,
    })),
  );
});

it.each([
  [
    'en',
    'Why did our score change?',
    (when: string) =>
      `The score has not moved since the scan before. It last moved in ${when}: it rose by 4.5 points, from 60 to 64.5. Up went reviews (by 6, to 46).`,
  ],
  [
    'de',
    'Warum hat sich unser Wert verändert?',
    (when: string) =>
      `Der Wert hat sich seit dem Scan davor nicht verändert. Zuletzt hat er sich im ${when} verändert: Er ist um 4,5 Punkte gestiegen, von 60 auf 64,5. Im Einzelnen: Bewertungen (um 6 gestiegen, auf 46).`,
  ],
] as const)(
  'says when the score moved last, and what with it, where the last two scans are the same, in %s',
  async (language, query, said) => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const reviews = (score: number) => ({
      components: [{ key: 'reviews', label: 'Reviews', tier: 'authority', score, weight: 2 }],
    });
    for (const one of [
      { ...scored(3, 12, 30), ...reviews(20) },
      { ...scored(2, 12, 60), ...reviews(40) },
      { ...scored(2, 26, 64.5), ...reviews(46) },
      { ...scored(1, 12, 64.5), ...reviews(46) },
      { ...scored(1, 25, 64.5), ...reviews(46) },
    ])
      expect((await pipeline.post('/api/ingest/scans', one)).statusCode).toBeLessThan(300);

    const { answer } = await ask(person, query);

    expect(answer).toContain(said(named(2, language)));
  },
);

it('says so in German', async () => {
  const person = await measured();
  const [before, last] = [named(2, 'de'), named(1, 'de')];

  const { answer } = await ask(person, 'Sind wir besser als im letzten Monat?');

  expect(answer).toContain(
    `Der ${last} war besser als der ${before} bei: Sichtbarkeitswert, Besuche, Klicks aus der Websuche und neue Bewertungen; schlechter bei: Conversions.`,
  );
  expect(answer).toContain(`Sichtbarkeitswert nach Monat: 60 im ${before} und 64,5 im ${last}.`);
  for (const asked of ['Läuft es besser als vor einem Monat?', 'Stehen wir besser da als im Vormonat?'])
    expect((await ask(person, asked)).answer).toBe(answer);
});

it('compares no other months where one of the two has no figures', async () => {
  const person = await portal.register();
  await ingest(person, [visits(4, 9000, 90), visits(3, 8000, 80), visits(1, 410, 7), clicks(2, 31), clicks(3, 20)]);

  const { answer } = await ask(person, 'Are we doing better than last month?');

  const bare = (ago: number) => named(ago, 'en').replace(/ \d+$/, '');
  expect(answer).toContain(`There were 410 visits in ${named(1, 'en')}. No visits are recorded for ${bare(2)}.`);
  expect(answer).not.toMatch(/9,000|8,000|better|worse/);
  expect((await ask(person, 'Have visits gone up since last month?')).answer).toContain(
    `There were 410 visits in ${named(1, 'en')}. No visits are recorded for ${bare(2)}.`,
  );
  expect((await ask(await portal.register(), 'Are we doing better than last month?')).answer).toBe(
    'There is no completed scan yet; its scores will be explained here after the first one. No visits to your website are recorded yet.',
  );
});
