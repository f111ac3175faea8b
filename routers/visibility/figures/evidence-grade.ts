import type { aeoEvidence } from '../../../db/schema/index.ts';
import { days } from '../../../server/durations.ts';
import { twoDecimals } from '../../values/rounding.ts';

export const GRADES = ['exploratory', 'directional', 'decision_grade'] as const;
export type Grade = (typeof GRADES)[number];
export const CRITERIA = ['questions', 'engines', 'readings_per_cell', 'half_width', 'days_since'] as const;

/** What a grade needs; a half width in points. */
const DIRECTIONAL = { questions: 20, engines: 2, half_width: 15 };
const DECISION = { questions: 50, engines: 3, readings_per_cell: 3, half_width: 7.5, days_since: 30 };

const LABELS: Record<(typeof CRITERIA)[number], string> = {
  questions: 'Questions asked',
  engines: 'AI assistants asked',
  readings_per_cell: 'Answers to a question by an assistant, on average',
  half_width: 'Half width of the 95% interval of the mention rate, in points',
  days_since: 'Days since the latest answer',
};

type Evidence = Pick<
  typeof aeoEvidence.$inferSelect,
  'answers' | 'prompts' | 'cells' | 'low' | 'high' | 'engines' | 'lastAskedAt'
>;

const atLeast = (value: number, needed: number) => value >= needed;
const atMost = (value: number | null, needed: number) => value !== null && value <= needed;

interface Sampled {
  questions: number;
  engines: number;
  /** Readings of a cell, on average. */
  readings: number;
  /** Of the interval, in points; null without one. */
  halfWidth: number | null;
  daysSince: number;
}

const criteriaMet = ({ questions, engines, readings, halfWidth, daysSince }: Sampled) => ({
  questions: atLeast(questions, DECISION.questions),
  engines: atLeast(engines, DECISION.engines),
  readings_per_cell: atLeast(readings, DECISION.readings_per_cell),
  half_width: atMost(halfWidth, DECISION.half_width),
  days_since: atMost(daysSince, DECISION.days_since),
});

/** The grade of a sample, taken or planned. */
export function gradeOf(sample: Sampled): Grade {
  if (Object.values(criteriaMet(sample)).every(Boolean)) return 'decision_grade';
  const { questions, engines, halfWidth } = sample;
  const isDirectional =
    atLeast(questions, DIRECTIONAL.questions) &&
    atLeast(engines, DIRECTIONAL.engines) &&
    atMost(halfWidth, DIRECTIONAL.half_width);
  return isDirectional ? 'directional' : 'exploratory';
}

/** What decisions the answers of a scan can carry; null where they were not counted by question. */
export function evidenceGrade(evidence: Evidence | undefined, now = Date.now()) {
  if (!evidence?.lastAskedAt || evidence.cells === 0) return null;
  const { answers, prompts, cells, low, high, engines, lastAskedAt } = evidence;
  const values = {
    questions: prompts,
    engines: engines.length,
    readings_per_cell: twoDecimals(answers / cells),
    half_width: low === null || high === null ? null : twoDecimals((high - low) / 2),
    days_since: Math.max(0, Math.floor((now - lastAskedAt.getTime()) / days(1))),
  };
  const sample = {
    questions: prompts,
    engines: engines.length,
    readings: answers / cells,
    halfWidth: values.half_width,
    daysSince: values.days_since,
  };
  const met = criteriaMet(sample);
  return {
    grade: gradeOf(sample),
    criteria: CRITERIA.map((key) => ({
      key,
      label: LABELS[key],
      value: values[key],
      needed: DECISION[key],
      met: met[key],
    })),
  };
}
