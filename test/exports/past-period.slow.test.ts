import { beforeAll, describe, expect, it } from 'vitest';
import { directoryListings } from '../../db/schema/index.ts';
import { type PeriodReport, REPORT_SECTIONS, reports } from '../../routers/exports/public.ts';
import { formatDateIn } from '../../routers/values/date-formats.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { clientDb } from '../helpers/client-db.ts';
import { readPdf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';
import { aeo, answer, listing, recommendation } from '../helpers/scan-parts.ts';

const portal = portalForThisFile();
const SLOW = { timeout: 60_000 };

const ZONE = 'America/New_York';
const REPORT: PeriodReport = {
  name: 'Monthly report',
  sections: REPORT_SECTIONS,
  language: 'en',
  intro: null,
  period: { from: '2026-01-01', to: '2026-01-31', kind: 'month' },
  notes: {},
};

async function print(person: Person, asked: Partial<PeriodReport> = {}) {
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('There is no such organization.');
  const db = clientDb(portal, person.orgId);
  const { pdf } = await portal.deps.use(reports).printPeriod(db, tenant, { ...REPORT, ...asked });
  return (await readPdf(pdf)).text;
}

/** A scan with a score, of which assistants name the organization in so many of 40 answers to as many questions. */
const scored = (completedAt: string, dynamicScore: number, mentions: number, facts: Record<string, unknown> = {}) =>
  fullScan({
    completedAt,
    overall: { rawScore: dynamicScore, dynamicScore, confidence: 0.8 },
    aeo: aeo({
      answers: Array.from({ length: 40 }, (_, n) => answer({ prompt: `Question ${n}`, mentioned: n < mentions })),
    }),
    listings: [listing({ directory: `Directory of ${completedAt.slice(0, 7)}` })],
    recommendations: [recommendation({ title: `Advice of ${completedAt.slice(0, 10)}` })],
    ...facts,
  });

const today = formatDateIn('en-US', ZONE, 'short', new Date());

let person: Person;
let january: string;
beforeAll(async () => {
  person = await portal.register({ orgName: 'Harbor Street Dental' });
  await person.put('/api/auth/org', { timezone: ZONE });
  await ingest(
    person,
    scored('2025-12-28T12:00:00Z', 50.1, 4),
    scored('2026-01-11T12:00:00Z', 58.3, 36),
    // Still the last of January in New York.
    scored('2026-02-01T03:00:00Z', 61.7, 36, {
      listings: [listing({ directory: 'Directory of January' })],
    }),
    scored('2026-02-20T12:00:00Z', 66.8, 40),
  );
  await insertGoals(portal, person.orgId, { title: '60 reviews' });
  const db = clientDb(portal, person.orgId);
  await db.insert(directoryListings).values({
    clientId: person.orgId,
    directory: 'google',
    broughtBy: 'google_business_profile',
    listing: listing({ directory: 'Read today' }) as never,
  });
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/records', [
    record('action_item', { title: 'Overdue by now', status: 'open', due_date: '2026-02-12' }),
    record('review', { publishedAt: '2026-01-10T10:00:00Z', rating: 4 }),
    record('review', { publishedAt: '2026-02-10T10:00:00Z', rating: 1 }),
  ]);
  january = await print(person);
}, 60_000);

describe('The report of a past month', SLOW, () => {
  it('tells the score of the last scan that month, since the last one before it', () => {
    expect(january).toContain(
      'The visibility score was 61.7 of 100 on January 31, 2026, +11.6 since December 28, 2025, before the period.',
    );
    expect(january).not.toContain('66.8');
    expect(january).not.toContain('February 20, 2026');
  });

  it('tells what assistants answered that month, since the measurement before it', () => {
    expect(january).toContain('On January 31, 2026 AI assistants named the organization in 90.0% of 40 answers.');
    expect(january).toContain('Since the last measurement before the period the rate has moved: +80.0 points.');
    expect(january).not.toContain('100.0% of 40');
  });

  it('tells the listings of that month, and the day of each section of a scan', () => {
    expect(january).toContain('Directory of January');
    expect(january).not.toMatch(/Directory of 2026-02|Read today/);
    expect(january.match(/as of Jan 31, 2026/gi)).toHaveLength(4);
  });

  it('says of goals, answers to reviews and what comes next that they are those of today', () => {
    const asOf = new RegExp(`as of ${today}`, 'gi');
    // In the summary, beside the goals, the tasks and the advice.
    expect(january.match(asOf)).toHaveLength(4);
    expect(january).toContain(`answered by ${today}`);
    expect(january).toContain('Advice of 2026-02-20');
    expect(january).not.toContain('Advice of 2026-01-11');
  });

  it('tells an older scan with its day, and no change, where the period has none', async () => {
    const march = await print(person, { period: { from: '2026-03-01', to: '2026-03-31', kind: 'month' } });

    expect(march).toContain('The visibility score was 66.8 of 100 on February 20, 2026.');
    expect(march).not.toMatch(/before the period/);
  });

  it('tells no scan that came after the period', async () => {
    const november = await print(person, { period: { from: '2025-11-01', to: '2025-11-30', kind: 'month' } });

    expect(november).not.toMatch(/The visibility score was|AI assistants named/);
  });
});
