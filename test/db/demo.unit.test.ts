import { describe, expect, it } from 'vitest';
import { answeredScans } from '../../demo/data/ai-answers.ts';
import { demoGoals } from '../../demo/data/goals.ts';
import { demoInvestments } from '../../demo/data/investments.ts';
import { demoReviews } from '../../demo/data/reviews.ts';
import { demoScans } from '../../demo/data/scans.ts';
import { demoSocial } from '../../demo/data/social.ts';
import { demoTasks } from '../../demo/data/tasks.ts';
import { demoWebsite } from '../../demo/data/website.ts';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { percent } from '../../routers/values/rounding.ts';
import { separateEvidence } from '../../routers/visibility/aeo/store.ts';
import { evidenceGrade } from '../../routers/visibility/figures/evidence-grade.ts';
import { pairedChange } from '../../routers/visibility/figures/paired-change.ts';
import { Scan } from '../../routers/visibility/scan.ts';

const now = new Date();
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const { daily, hourly, sources, periods } = demoWebsite(now);
const RECORDS: [string, Record<string, unknown>[]][] = [
  ['goal', demoGoals(now)],
  ['action_item', demoTasks(now)],
  ['investment', demoInvestments(now)],
  ['review', demoReviews(now)],
  ['website_daily', daily],
  ['website_period', periods],
  ['traffic_hourly', hourly],
  ['traffic_source', sources],
  ['social_profile', demoSocial(now)],
];

describe('Demo data', () => {
  it.each(RECORDS)('of type %s fits the ingest schema', (type, rows) => {
    const { shape, data } = RECORD_TYPES.get(type) ?? expect.unreachable();

    for (const row of plain(rows)) {
      const told = Object.fromEntries(Object.keys(data.shape).map((name) => [name, row[camel(name)]]));
      const sent = { externalId: row.externalId, data: plain(told) };
      expect(shape.parse(sent)).toEqual(sent);
    }
    expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(rows.length);
  });

  it('has complete scans that fit the ingest schema', async () => {
    const parts = ['aeo', 'listings', 'competitors', 'competitorSuggestions', 'recommendations', 'actionPlan'];

    for (const { parts: stored, rawScore, dynamicScore, confidence, ...scan } of demoScans(now)) {
      const sent = plain({ ...scan, overall: { rawScore, dynamicScore, confidence }, ...stored });
      expect(await Scan.parseAsync(sent)).toEqual(sent);
      expect(Object.keys(stored)).toEqual(parts);
    }
  });

  it('has answers of four assistants to two dozen questions in the latest eleven scans, and their rates', async () => {
    const scans = answeredScans(now);

    for (const { parts, rawScore, dynamicScore, confidence, ...scan } of scans) {
      const sent = plain({ ...scan, overall: { rawScore, dynamicScore, confidence }, ...parts });
      const read = await Scan.parseAsync(sent);
      const { evidence } = await separateEvidence(read);
      const { answers, mentions, prompts, cells, engines } = evidence?.facts ?? expect.unreachable();
      expect(read).toEqual(sent);
      expect([answers, prompts, cells, engines.length]).toEqual([parts.aeo.sample_size, 24, 96, 4]);
      expect(percent(mentions, answers)).toBe(parts.aeo.visibility_score);
    }
    expect(scans).toHaveLength(11);
  });

  it('has a scan of each verdict, and the latest is evidence of a direction', async () => {
    const separated = await Promise.all(
      answeredScans(now).map(({ parts }) => separateEvidence(plain(parts) as Pick<Scan, 'aeo' | 'competitors'>)),
    );
    const facts = separated.map(({ evidence }) => evidence?.facts ?? expect.unreachable());

    const changes = facts.slice(1).map(({ readings }, at) => pairedChange(facts[at]?.readings ?? readings, readings));

    expect(new Set(changes.map(({ verdict }) => verdict)).size).toBe(3);
    expect(evidenceGrade(facts.at(-1), now.getTime())).toMatchObject({ grade: 'directional' });
  });

  it('has comparable answers before the last month, also on the last day of one', () => {
    for (let month = 1; month <= 12; month++) {
      const scans = answeredScans(new Date(Date.UTC(2026, month, 0, 1)));
      const baseline = scans.findLast(({ completedAt }) => completedAt.getTime() < Date.UTC(2026, month - 2, 1));
      const modelsOf = (scan: typeof baseline) => new Set(scan?.parts.aeo.answers.map(({ model }) => model));
      expect(modelsOf(baseline)).toEqual(modelsOf(scans.at(-1)));
    }
  });

  it('is deterministic', () => {
    const again = new Date(now);

    expect([demoWebsite(again), demoReviews(again), demoSocial(again)]).toEqual([
      { daily, hourly, sources, periods },
      demoReviews(now),
      demoSocial(now),
    ]);
  });

  it('has consistent sessions per day by source, by channel and in total', () => {
    const byDay = Map.groupBy(sources, ({ date }) => date);
    const sum = (values: { sessions: number }[]) => values.reduce((total, { sessions }) => total + sessions, 0);

    for (const [date, ofDay] of byDay) {
      const days = daily.filter((day) => day.date === date && day.source === 'google_analytics');
      expect([sum(ofDay), sum(days.flatMap(({ channels }) => channels ?? []))]).toEqual([sum(days), sum(days)]);
    }
    expect(byDay.size).toBeGreaterThan(180);
  });

  it('has goals in every state, some overdue, some with a falling target', () => {
    const goals = demoGoals(now);
    const today = now.toISOString().slice(0, 10);

    expect(new Set(goals.map(({ status }) => status)).size).toBe(5);
    expect(goals.some(({ status, deadline }) => status === 'in_progress' && deadline && deadline < today)).toBe(true);
    expect(goals.some(({ baselineValue, targetValue }) => targetValue < baselineValue)).toBe(true);
  });

  it.each(['2024-02-29T23:30:00Z', '2026-01-01T00:10:00Z', '2026-03-08T07:30:00Z', '2026-11-01T05:30:00Z'])(
    'can be dated from %s: leap days, new years, changes of the clock',
    (moment) => {
      const then = new Date(moment);
      const { daily, hourly, sources } = demoWebsite(then);
      const rows = [daily, hourly, sources, demoInvestments(then), demoSocial(then), demoScans(then)];

      for (const list of rows) expect(new Set(list.map(({ externalId }) => externalId)).size).toBe(list.length);
      expect(hourly.every(({ at }) => at < then)).toBe(true);
      expect(demoReviews(then).every(({ publishedAt }) => publishedAt < then)).toBe(true);
      expect(daily.every(({ date }) => date < moment.slice(0, 10))).toBe(true);
    },
  );
});
