import { beforeAll, describe, expect, it } from 'vitest';
import { askForReport, download, reportOf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { earlierScans, fullScan, ingest, insertGoals } from '../helpers/reported.ts';
import { competitor } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

describe('the report of a client with everything', () => {
  let person: Person;
  let report: Awaited<ReturnType<typeof reportOf>>;
  beforeAll(async () => {
    person = await portal.register({ orgName: 'Harbor Street Dental' });
    await person.put('/api/auth/org', { timezone: 'Pacific/Kiritimati', address: '12 Harbor St' });
    await ingest(person, ...earlierScans(6), fullScan({ completedAt: '2026-02-15T23:30:00.000Z' }), fullScan());
    await insertGoals(portal, person.orgId);
    report = await reportOf(portal, person);
  });

  it('is a PDF of A4 pages with the organization’s name for a title', () => {
    const head = report.bytes.subarray(0, 5).toString('latin1');
    const boxes = [...report.bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];

    expect(head).toBe('%PDF-');
    expect(report.title).toBe('Visibility report – Harbor Street Dental');
    expect(boxes.length).toBe(report.pages.length);
    for (const [, width, height] of boxes) {
      expect(Number(width)).toBeCloseTo(595.28, -0.5);
      expect(Number(height)).toBeCloseTo(841.89, -0.5);
    }
  });

  it('has text that can be selected, in fonts that are inside of the file', () => {
    const source = report.bytes.toString('latin1');
    const fonts = [...source.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name);
    const descriptors = source.match(/\/Type \/FontDescriptor/g)?.length;

    expect(report.text).toContain('Harbor Street Dental');
    expect(new Set(fonts)).toEqual(new Set(['Inter-Regular', 'Inter-SemiBold', 'SourceSerif4-Regular']));
    expect(source.match(/\/FontFile2 /g)?.length).toBe(descriptors);
    expect(source).not.toContain('/Subtype /Type3');
  });

  it('numbers its pages, all but the cover', () => {
    const numbers = report.pages.map((page) => /\d+ \/ \d+/.exec(page)?.[0]);

    expect(numbers).toEqual([
      undefined,
      ...report.pages.slice(1).map((_, index) => `${index + 2} / ${report.pages.length}`),
    ]);
    for (const page of report.pages.slice(1)) expect(page).toContain('Harbor Street Dental · Visibility report');
  });

  it('shows the figures that the routes show', async () => {
    const data = async (path: string) => (await person.get(`/api/visibility/${path}`)).json().data;
    const [scores, overview, market, aeo] = await Promise.all(['scores', 'overview', 'competitors', 'aeo'].map(data));

    const { rank, total_in_market, competitor_avg, component_comparison } = market.comparison;
    expect(report.pages[0]).toContain(`${rank} of ${total_in_market}`);
    expect(report.text).toContain(`the overall score was ${overview.score.dynamicScore.toFixed(1)} of 100`);
    expect(report.text).toContain(`competitors is ${competitor_avg.toFixed(1)}`);
    expect(report.text).toContain(`${aeo.aeo_visibility_score} of 100, by ${aeo.sample_size} answers`);
    expect(report.text).toContain(`Confidence ${aeo.aeo_confidence.score} of 100`);
    for (const { label, score } of scores.components) expect(report.text).toContain(`${label} ${score.toFixed(1)}`);
    for (const { label, client_score, competitor_avg } of component_comparison)
      expect(report.text).toContain(`${label} ${client_score.toFixed(1)} ${competitor_avg.toFixed(1)}`);
    for (const { name } of market.competitors) expect(report.text).toContain(name);
    for (const { title } of overview.topRecommendations) expect(report.text).toContain(title);
    expect(report.text).toContain(
      `Of ${overview.goals.total} goals, ${overview.goals.completed} is reached, ${overview.goals.inProgress} in progress and ${overview.goals.overdue} overdue`,
    );
    expect(report.text).toContain(
      `verified in ${overview.listings.verified}, a candidate in ${overview.listings.candidate}`,
    );
  });

  it('shows each goal with its progress, the overdue one first', () => {
    const places = ['Two hundred reviews', 'Front page in under two seconds'].map((title) =>
      report.text.indexOf(title),
    );

    expect(report.text).toMatch(/Two hundred reviews .*?Overdue .*?60\.0%/);
    expect(report.text).toMatch(/Front page in under two seconds 2\.6 s now, 2 s wanted In progress .*?78\.6%/);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('has the history, in days of the organization’s time zone', () => {
    expect(report.text).toContain('Trend since');
    expect(report.text).toContain('February 16, 2026 64.6');
  });

  it('is the stored file when nothing has changed, and one file for callers at once', async () => {
    const renders = async () =>
      /portal_report_duration_seconds_count\{outcome="made"\} (\d+)/.exec(await portal.deps.metrics.metrics())?.[1];
    const before = await renders();

    const answers = await Promise.all(Array.from({ length: 5 }, () => askForReport(person)));

    expect(new Set(answers.map(({ url }) => new URL(url).pathname)).size).toBe(1);
    expect(await renders()).toBe(before);
  });

  it('is another file after another scan, and after a change of anything that it shows', async () => {
    const path = async () => new URL((await askForReport(person)).url).pathname.split('/')[2];
    const files = [await path()];

    await ingest(person, fullScan());
    files.push(await path());
    await insertGoals(portal, person.orgId, { title: 'One more', externalId: 'more-' });
    files.push(await path());
    await person.put('/api/auth/org', { timezone: 'America/Adak' });
    files.push(await path());

    expect(new Set(files).size).toBe(4);
  });
});

describe('any report', () => {
  it('answers with an address, a file name and the size of the file', async () => {
    const person = await portal.register({ orgName: 'Größe & Söhne / "Zahnärzte"' });
    await ingest(person, scan({ completedAt: '2026-02-15T23:30:00.000Z' }));

    const response = await person.get('/api/exports/report');

    const answer = response.json();
    const file = await download(portal, answer.url);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(Object.keys(answer)).toEqual(['ok', 'url', 'filename', 'size']);
    expect(answer.url.startsWith(`${portal.deps.env.PUBLIC_URL}/reports/`)).toBe(true);
    expect(answer.filename).toBe('visibility-report-grosse-sohne-zahnarzte-2026-02-15.pdf');
    expect(file.rawPayload.length).toBe(answer.size);
  });

  it('is one page that says so while no scan is completed', async () => {
    const person = await portal.register({ orgName: '株式会社' });

    const report = await reportOf(portal, person);
    const { filename } = await askForReport(person);

    expect(report.pages.length).toBe(1);
    expect(report.text).toContain('Visibility report');
    expect(report.text).toContain('No scan has been completed yet');
    expect(filename).toMatch(/^visibility-report-\d{4}-\d\d-\d\d\.pdf$/);
  });

  it('says what a scan did not look at', async () => {
    const person = await portal.register();
    await ingest(person, scan({ tiers: [], components: [] }));

    const { text, pages } = await reportOf(portal, person);

    expect(pages.length).toBe(2);
    expect(text).toContain('did not look at tiers and components, competitors, AI search, or listings');
  });

  it('is of one client, though another has the same name and scan', async () => {
    const people = [await portal.register(), await portal.register()];
    for (const person of people) await ingest(person, scan({ externalId: 'the same' }));

    const [one, other] = await Promise.all(people.map(askForReport));

    expect(one?.filename).toBe(other?.filename);
    expect(new URL(one?.url ?? '').pathname).not.toBe(new URL(other?.url ?? '').pathname);
  });

  it('is the same for a key that may read, and closed to strangers and to keys that may only write', async () => {
    const person = await portal.register();
    const [reader, writer] = [await person.pipeline(['read']), await person.pipeline(['ingest'])];

    const mine = await askForReport(person);
    const theirs = await askForReport(reader);
    const refused = await Promise.all([portal.visitor(), writer].map((one) => one.get('/api/exports/report')));

    expect(new URL(theirs.url).pathname).toBe(new URL(mine.url).pathname);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403]);
  });

  it('has room for many of everything, and for names without spaces', async () => {
    const name = 'Donaudampfschifffahrt'.repeat(6).slice(0, 120);
    const person = await portal.register({ orgName: name });
    const many = fullScan({
      competitors: Array.from({ length: 200 }, (_, index) => competitor({ name: `${index} ${name}` })),
      components: Array.from({ length: 200 }, (_, index) => ({
        key: `${index}`,
        label: `${index} ${name}`,
        tier: 'none',
        score: 50,
        weight: 1,
      })),
    });
    await ingest(person, many);

    const { text, pages } = await reportOf(portal, person);

    expect(pages.length).toBeLessThan(20);
    expect(text).toContain('And 189 more competitors');
    expect(text).toContain('And 160 more components');
  });
});
