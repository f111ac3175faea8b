import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { brandings, organizations } from '../../db/schema/index.ts';
import { type PeriodReport, REPORT_SECTIONS, reports } from '../../routers/exports/public.ts';
import { plusDays } from '../../routers/values/days.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { clientDb } from '../helpers/client-db.ts';
import { readPdf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';

const portal = portalForThisFile();
const SLOW = { timeout: 60_000 };

const JANUARY = { from: '2026-01-01', to: '2026-01-31', kind: 'month' as const };

const REPORT: PeriodReport = {
  name: 'Marketing report',
  sections: REPORT_SECTIONS,
  language: 'en',
  intro: null,
  period: JANUARY,
  notes: {},
};

async function print(person: Person, asked: Partial<PeriodReport> = {}) {
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('There is no such organization.');
  const printed = await portal.deps.use(reports).printPeriod(clientDb(portal, person.orgId), tenant, {
    ...REPORT,
    ...asked,
  });
  return { ...printed, ...(await readPdf(printed.pdf)), bytes: printed.pdf.toString('latin1') };
}

/** 10 visits a day in December, 20 in January, a lead on every second day, but none on the 5th and 6th of January. */
const website = Array.from({ length: 62 }, (_, n) => plusDays('2025-12-01', n))
  .filter((date) => !['2026-01-05', '2026-01-06'].includes(date))
  .map((date, n) =>
    record('website_daily', { date, source: 'ga4', sessions: date < '2026-01-01' ? 10 : 20, conversions: n % 2 }),
  );

let person: Person;
beforeAll(async () => {
  person = await portal.register({ orgName: 'Praxis am Hafen' });
  await ingest(person, fullScan({ completedAt: '2026-01-30T12:00:00Z' }));
  await insertGoals(portal, person.orgId, { title: '60 Bewertungen' });
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/records', [
    ...website,
    record('search_daily', { date: '2026-01-12', query: null, page: null, clicks: 40, impressions: 900 }),
    record('review', { publishedAt: '2026-01-10T10:00:00Z', rating: 4 }),
    record('action_item', { title: 'Answer the reviews', status: 'done', completed_at: '2026-01-20T10:00:00.000Z' }),
    record('action_item', { title: 'Done in March', status: 'done', completed_at: '2026-03-20T10:00:00.000Z' }),
  ]);
  await person.post('/api/annotations', { date: '2026-01-14', text: 'New website online' });
});

describe('The report of a period', SLOW, () => {
  it('tells in sentences what was done and what it brought, against the period before', async () => {
    const { text, pages, title, filename } = await print(person);

    expect(title).toBe('Marketing report – Praxis am Hafen');
    expect(filename).toBe('report-praxis-am-hafen-2026-01-01-2026-01-31.pdf');
    expect(pages[0]).toContain('Monthly report · January 1, 2026 to January 31, 2026');
    expect(text).toContain('1 task was completed.');
    expect(text).toContain('The website had 580 visits, 87% more than in the period before.');
    expect(text).toMatch(/\b1\s+new review\b/);
    expect(text).not.toContain('new reviews');
    expect(text).toContain('In search results it was shown 900 times, and people clicked 40 times.');
    expect(text).toContain('1 review came in, with 4.0 of 5 stars on average.');
    expect(text).toContain('Compared with the period before, Dec 1, 2025 to Dec 31, 2025.');
    expect(text).toContain('Answer the reviews');
    expect(text).not.toContain('Done in March');
    expect(text).toContain('Jan 14, 2026 New website online');
  });

  it('says the figures that the pages show', async () => {
    const { text } = await print(person);
    const query = `from=${JANUARY.from}&to=${JANUARY.to}`;
    const { totals } = (await person.get(`/api/visibility/website-analytics?${query}`)).json().data;
    const [latest] = (await person.get('/api/visibility/aeo/history')).json().data;

    expect(text).toContain(`${totals.sessions} visits and ${totals.conversions} leads.`);
    expect(text).toContain(`${latest.mentionRate.toFixed(1)}% of ${latest.sampleSize} answers`);
  });

  it('compares a month with the calendar month before, as the pages do', async () => {
    const february = { from: '2026-02-01', to: '2026-02-28', kind: 'month' as const };
    const { text } = await print(person, { period: february });
    const { comparison } = (
      await person.get(`/api/visibility/website-analytics?from=${february.from}&to=${february.to}`)
    ).json().data;

    expect(text).toContain('Compared with the period before, Jan 1, 2026 to Jan 31, 2026.');
    expect(text).toContain('The website had 0 visits, 100% fewer than in the period before.');
    expect(comparison.sessions).toBe(580);
  });

  it('has the sections asked for, in that order, with the comments and the introduction', async () => {
    const { text } = await print(person, {
      sections: ['reviews', 'website'],
      intro: 'A quiet month.',
      notes: { website: 'We expect more.\n\nIn February.', goals: 'Of a section that is not asked for' },
    });

    const places = ['A quiet month.', 'What customers said', 'Visits and leads', 'We expect more.', 'In February.'];
    expect(places.map((place) => text.indexOf(place))).toEqual(
      places.map((place) => text.indexOf(place)).toSorted((one, other) => one - other),
    );
    expect(text).not.toMatch(/not asked for|Summary|Goals and progress/);
  });

  it('finds days without visits', async () => {
    const { findings } = await print(person);

    expect(findings).toEqual([
      {
        kind: 'missing_days',
        text: 'The website has no visits on 2 of 31 days: Jan 5, 2026 and Jan 6, 2026.',
      },
    ]);
  });

  it('is in German for a German reader', async () => {
    const { text, findings } = await print(person, { name: 'Marketingbericht', language: 'de' });

    expect(text).toContain('Monatsbericht · 1. Januar 2026 bis 31. Januar 2026');
    expect(text).toContain('Die Website hatte 580 Besuche, 87 % mehr als im Zeitraum davor.');
    expect(text).toContain('1 Aufgabe wurde erledigt.');
    expect(text).not.toMatch(/\b(visits|leads|period|reviews came|Compared|Next)\b/);
    expect(findings[0]?.text).toContain('An 2 von 31 Tagen hat die Website keine Besuche');
  });

  it('is on A4, and on Letter for an organization in the United States or Canada', async () => {
    const { bytes } = await print(person, { sections: ['overview'] });
    await person.put('/api/auth/org', { timezone: 'America/Toronto' });
    const canadian = await print(person, { sections: ['overview'] });
    await person.put('/api/auth/org', { timezone: 'UTC' });

    expect(bytes).toMatch(/\/MediaBox \[0 0 59[45]\.?\d* 84[12]\.?\d*\]/);
    expect(canadian.bytes).toContain('/MediaBox [0 0 612 792]');
  });

  it('escapes what people wrote, in any script, and bears the brand', async () => {
    const { accounts } = portal.deps.database;
    await accounts.insert(brandings).values({ orgId: person.orgId, name: 'Northwind Agency' });
    const written = '<script>1</script> 日本語 مرحبا 😀';

    const { text } = await print(person, { name: written, intro: written, notes: { website: written } });

    expect(text.split('<script>1</script>').length).toBeGreaterThan(3);
    expect(text).toContain('Comment by Northwind Agency');
  });

  it('says of an organization without figures that nothing was reported', async () => {
    const newcomer = await portal.register();

    const { text, pages, findings } = await print(newcomer, { notes: { website: 'To be connected.' } });

    expect(text).toContain('Nothing was reported for this period.');
    expect(text).toContain('There are no figures for this period on');
    expect(text).toContain('To be connected.');
    expect(pages).toHaveLength(2);
    expect(findings).toEqual([]);
  });

  it('leaves out what the people of the client do not see', async () => {
    const hidden = await portal.register();
    const pipeline = await hidden.pipeline();
    await pipeline.post('/api/ingest/records', website);
    await portal.deps.database.accounts
      .update(organizations)
      .set({ modules: ['search', 'reports'] })
      .where(eq(organizations.id, hidden.orgId));

    const { text, findings } = await print(hidden);

    expect(text).not.toMatch(/visits|Goals/);
    expect(findings).toEqual([]);
  });
});
