import { beforeAll, describe, expect, it, vi } from 'vitest';
import { askForReport, download, reportOf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { earlierScans, fullScan, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';
import { competitor } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile({ own: true });

describe('The report of a client with complete data', () => {
  let person: Person;
  let report: Awaited<ReturnType<typeof reportOf>>;
  beforeAll(async () => {
    person = await portal.register({ orgName: 'Harbor Street Dental' });
    await person.put('/api/auth/org', { timezone: 'Pacific/Kiritimati', address: '12 Harbor St' });
    await ingest(person, ...earlierScans(6), fullScan({ completedAt: '2026-02-15T23:30:00.000Z' }), fullScan());
    await insertGoals(portal, person.orgId);
    report = await reportOf(portal, person);
  });

  it('is an A4 PDF titled with the organization’s name', () => {
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

  it('has selectable text in embedded fonts', () => {
    const source = report.bytes.toString('latin1');
    const fonts = [...source.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name);
    const descriptors = source.match(/\/Type \/FontDescriptor/g)?.length;

    expect(report.text).toContain('Harbor Street Dental');
    expect(new Set(fonts)).toEqual(new Set(['Inter-Regular', 'Inter-SemiBold', 'SourceSerif4-Regular']));
    expect(source.match(/\/FontFile2 /g)?.length).toBe(descriptors);
    expect(source).not.toContain('/Subtype /Type3');
  });

  it('numbers its pages except the cover', () => {
    const numbers = report.pages.map((page) => /\d+ \/ \d+/.exec(page)?.[0]);

    expect(numbers).toEqual([
      undefined,
      ...report.pages.slice(1).map((_, index) => `${index + 2} / ${report.pages.length}`),
    ]);
    for (const page of report.pages.slice(1)) expect(page).toContain('Harbor Street Dental · Visibility report');
  });

  it('shows the same figures as the routes', async () => {
    const data = async (path: string) => (await person.get(`/api/visibility/${path}`)).json().data;
    const [scores, overview, market, aeo] = await Promise.all(['scores', 'overview', 'competitors', 'aeo'].map(data));

    const { rank, total_in_market, competitor_avg, component_comparison } = market.comparison;
    expect(report.pages[0]).toContain(`${rank} of ${total_in_market}`);
    expect(report.text).toContain(`the overall score was ${overview.score.dynamicScore.toFixed(1)} of 100`);
    expect(report.text).toContain(`competitors is ${competitor_avg.toFixed(1)}`);
    expect(report.text).toContain(`${aeo.aeo_visibility_score} of 100, based on ${aeo.sample_size} answers`);
    expect(report.text).toContain(`Confidence ${aeo.aeo_confidence.score} of 100`);
    for (const { label, score } of scores.components) expect(report.text).toContain(`${label} ${score.toFixed(1)}`);
    for (const { label, client_score, competitor_avg } of component_comparison)
      expect(report.text).toContain(`${label} ${client_score.toFixed(1)} ${competitor_avg.toFixed(1)}`);
    for (const { name } of market.competitors) expect(report.text).toContain(name);
    for (const { title } of overview.topRecommendations) expect(report.text).toContain(title);
    expect(report.text).toContain(
      `Of ${overview.goals.total} goals, ${overview.goals.completed} is completed, ${overview.goals.inProgress} in progress and ${overview.goals.overdue} overdue`,
    );
    expect(report.text).toContain(
      `verified in ${overview.listings.verified}, a candidate in ${overview.listings.candidate}`,
    );
  });

  it('shows the mention rates in AI answers with their intervals, and the sources cited most', async () => {
    const data = async (path: string) => (await person.get(`/api/visibility/aeo/${path}`)).json().data;
    const [history, engines, sources] = await Promise.all(['history', 'engines', 'sources'].map(data));

    const { mentionRate, low, high, sampleSize } = history.at(-1);
    const shown = (value: number) => `${value.toFixed(1)}%`;
    const interval = ({ low, high }: { low: number | null; high: number }) =>
      low === null ? '–' : `${low.toFixed(1)}–${shown(high)}`;
    expect(report.text).toContain(`${shown(mentionRate)} of ${sampleSize} answers mention Harbor Street Dental`);
    if (low !== null) expect(report.text).toContain(`the 95% interval is ${interval({ low, high })}`);
    expect(engines).toHaveLength(4);
    for (const row of engines)
      expect(report.text).toContain(`${row.engine} ${shown(row.mentionRate)} ${interval(row)} ${row.sampleSize}`);
    expect(sources).toMatchObject([{ competitor: true }, { competitor: false }]);
    for (const { domain, competitor, citations, share } of sources)
      expect(report.text).toContain(`${domain} ${competitor ? 'competitor ' : ''}${citations} ${shown(share)}`);
  });

  it('lists each goal with its progress, overdue goals first', () => {
    const places = ['Two hundred reviews', 'Front page in under two seconds'].map((title) =>
      report.text.indexOf(title),
    );

    expect(report.text).toMatch(/Two hundred reviews .*?Overdue .*?60\.0%/);
    expect(report.text).toMatch(/Front page in under two seconds 2\.6 s now, 2 s target In progress .*?78\.6%/);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('shows the history by days in the organization’s time zone', () => {
    expect(report.text).toContain('Trend since');
    expect(report.text).toContain('February 16, 2026 64.6');
  });

  it('reuses the stored file if unchanged, and creates one file for concurrent calls', async () => {
    const renders = async () =>
      /portal_report_duration_seconds_count\{outcome="made"\} (\d+)/.exec(await portal.deps.metrics.metrics())?.[1];
    const before = await renders();

    const answers = await Promise.all(Array.from({ length: 5 }, () => askForReport(person)));

    expect(new Set(answers.map(({ url }) => new URL(url).pathname)).size).toBe(1);
    expect(await renders()).toBe(before);
  });

  it('is looked up without creating date formatters, which take 29 KiB each', async () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    try {
      await askForReport(person);
      await person.get('/api/auth/org');
      await person.get('/api/auth/account/profile');

      expect(made).not.toHaveBeenCalled();
    } finally {
      made.mockRestore();
    }
  });

  it('is a new file after a new scan or a change of its content', async () => {
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

describe('GET /api/exports/report', () => {
  it('returns the address, name and size of the file', async () => {
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

  it('returns a one-page report before the first scan', async () => {
    const person = await portal.register({ orgName: '株式会社' });

    const report = await reportOf(portal, person);
    const { filename } = await askForReport(person);

    expect(report.pages.length).toBe(1);
    expect(report.text).toContain('Visibility report');
    expect(report.text).toContain('No scan has been completed yet');
    expect(filename).toMatch(/^visibility-report-\d{4}-\d\d-\d\d\.pdf$/);
  });

  it('names the parts that a scan did not cover', async () => {
    const person = await portal.register();
    await ingest(person, scan({ tiers: [], components: [] }));

    const { text, pages } = await reportOf(portal, person);

    expect(pages.length).toBe(2);
    expect(text).toContain('did not cover areas and components, competitors, AI search, or listings');
  });

  it('returns different files for clients with the same name and scan', async () => {
    const people = [await portal.register(), await portal.register()];
    for (const person of people) await ingest(person, scan({ externalId: 'the same' }));

    const [one, other] = await Promise.all(people.map(askForReport));

    expect(one?.filename).toBe(other?.filename);
    expect(new URL(one?.url ?? '').pathname).not.toBe(new URL(other?.url ?? '').pathname);
  });

  it('accepts API keys with the read scope, and rejects other keys and visitors', async () => {
    const person = await portal.register();
    const [reader, writer] = [await person.pipeline(['read']), await person.pipeline(['ingest'])];

    const mine = await askForReport(person);
    const theirs = await askForReport(reader);
    const refused = await Promise.all([portal.visitor(), writer].map((one) => one.get('/api/exports/report')));

    expect(new URL(theirs.url).pathname).toBe(new URL(mine.url).pathname);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403]);
  });

  it('fits large amounts of data and names without spaces', async () => {
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
