import { describe, expect, it } from 'vitest';
import { demoEvidence } from '../../db/demo/ai-answers.ts';
import { demoGoals } from '../../db/demo/goals.ts';
import { demoInvestments } from '../../db/demo/investments.ts';
import { demoReviews } from '../../db/demo/reviews.ts';
import { demoScans } from '../../db/demo/scans.ts';
import { demoSocial } from '../../db/demo/social.ts';
import { demoTasks } from '../../db/demo/tasks.ts';
import { demoWebsite } from '../../db/demo/website.ts';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { separateEvidence } from '../../routers/visibility/aeo/store.ts';
import { Scan } from '../../routers/visibility/scan.ts';

const now = new Date();
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const { daily, hourly, sources } = demoWebsite(now);
const RECORDS: [string, Record<string, unknown>[]][] = [
  ['goal', demoGoals(now)],
  ['action_item', demoTasks(now)],
  ['investment', demoInvestments(now)],
  ['review', demoReviews(now)],
  ['website_daily', daily],
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

  it('has 600 answers of four assistants to the latest six scans, counted as ingested ones', async () => {
    const latest = demoScans(now).slice(-6);
    const all = demoEvidence(now);

    for (const [index, { parts, rawScore, dynamicScore, confidence, ...scan }] of latest.entries()) {
      const { facts, answers } = all[index] ?? expect.unreachable();
      const withAnswers = {
        ...parts,
        aeo: { ...parts.aeo, answers: answers.map(({ number: _, ...answer }) => answer) },
      };
      const sent = plain({ ...scan, overall: { rawScore, dynamicScore, confidence }, ...withAnswers });
      const { evidence } = await separateEvidence(await Scan.parseAsync(sent));
      expect({ ...evidence?.facts, completedAt: scan.completedAt }).toEqual(facts);
      expect(evidence?.answers).toEqual(plain(answers));
      expect([facts.answers, facts.mentions]).toEqual([parts.aeo.sample_size, parts.aeo.visibility_score]);
    }
    expect(all.flatMap(({ answers }) => answers)).toHaveLength(600);
    expect(new Set(all.flatMap(({ answers }) => answers.map(({ engine }) => engine))).size).toBe(4);
  });

  it('is deterministic', () => {
    const again = new Date(now);

    expect([demoWebsite(again), demoReviews(again), demoSocial(again)]).toEqual([
      { daily, hourly, sources },
      demoReviews(now),
      demoSocial(now),
    ]);
  });

  it('has consistent sessions per day by source, by channel and in total', () => {
    const byDay = Map.groupBy(sources, ({ date }) => date);
    const sum = (values: { sessions: number }[]) => values.reduce((total, { sessions }) => total + sessions, 0);

    for (const [date, ofDay] of byDay) {
      const days = daily.filter((day) => day.date === date);
      expect([sum(ofDay), sum(days.flatMap(({ channels }) => channels))]).toEqual([sum(days), sum(days)]);
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
