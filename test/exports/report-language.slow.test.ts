import { beforeAll, describe, expect, it } from 'vitest';
import { englishReport } from '../../routers/exports/report/wording/english.ts';
import { germanReport } from '../../routers/exports/report/wording/german.ts';
import { reportOf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';

const portal = portalForThisFile();
const SLOW = { timeout: 60_000 };

/** The texts of a wording by their path; functions are left out, as their words come with figures. */
function phrasesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => phrasesOf(one, `${path}.${key}`));
}

/** Words that both languages have. */
const SHARED = ['Name', 'Position', 'Status', 'Website', 'Share of Voice', 'Domain', 'Rate'];

let person: Person;
const speaking = (locale: string | null) => person.put('/api/auth/account/profile', { locale });
beforeAll(async () => {
  person = await portal.register({ orgName: 'Praxis am Hafen' });
  await ingest(person, fullScan({ completedAt: '2026-02-15T12:00:00Z' }));
  await insertGoals(portal, person.orgId, { title: '60 Bewertungen' });
});

describe('A report in German', SLOW, () => {
  it('has the sections, figures and days of the one in English, in German', async () => {
    const english = await reportOf(portal, person);
    await speaking('de-AT');
    const german = await reportOf(portal, person);

    expect([english.title, german.title]).toEqual([
      'Visibility report – Praxis am Hafen',
      'Sichtbarkeitsbericht – Praxis am Hafen',
    ]);
    expect(german.pages).toHaveLength(english.pages.length);
    expect([english.pages[0], german.pages[0]]).toEqual([
      expect.stringContaining('February 15, 2026'),
      expect.stringContaining('15. Februar 2026'),
    ]);
    expect(german.text).toContain('Am 15. Februar 2026 war der Gesamtwert 64,6 von 100.');
    expect(german.text).toMatch(/Von den bestätigten sind \d+ zu korrigieren/);
    expect(english.text).toMatch(/Of the verified ones, \d+ need correction/);
    expect(english.text).toContain('On February 15, 2026 the overall score was 64.6 of 100.');
    const titles = Object.values(germanReport.texts).flatMap((part) =>
      typeof part === 'object' && 'title' in part ? [part.title] : [],
    );
    expect(titles).toHaveLength(7);
    for (const title of titles) expect(german.text).toContain(title);
  });

  it('has no English words but those of the data', async () => {
    await speaking('de');
    const { text } = await reportOf(portal, person);

    const data = JSON.stringify(fullScan());
    const phrases = phrasesOf(englishReport.texts).filter(([, phrase]) => !SHARED.includes(phrase));
    // Long enough not to be a part of a German word.
    for (const [path, phrase] of phrases)
      if (phrase.length > 9 && !data.includes(phrase)) expect([path, text.includes(phrase)]).toEqual([path, false]);
    expect(text).not.toMatch(/\b\d+\.\d%/);
  });

  it('is made for each reader; keys and all other languages get it in English', async () => {
    await speaking('de');
    const colleague = await portal.join(person);
    await colleague.put('/api/auth/account/profile', { locale: 'fr' });
    const key = await person.pipeline(['read']);

    for (const reader of [colleague, key])
      expect((await reportOf(portal, reader)).pages[0]).toContain('Visibility report');
    expect((await reportOf(portal, person)).pages[0]).toContain('Sichtbarkeitsbericht');
  });

  it('says before the first scan which figures will follow', async () => {
    const newcomer = await portal.register();
    await newcomer.put('/api/auth/account/profile', { locale: 'de' });

    const { text } = await reportOf(portal, newcomer);

    expect(text).toContain('Es wurde noch kein Scan abgeschlossen.');
  });
});

it('every phrase of the report has German words', () => {
  const german = new Map(phrasesOf(germanReport.texts));
  for (const [path, phrase] of phrasesOf(englishReport.texts))
    if (!SHARED.includes(phrase)) expect([path, german.get(path)]).not.toEqual([path, phrase]);
});
