import type { MeasurementPlan } from '../../../db/schema/index.ts';
import type { ScanParts, StatedFact } from '../../../db/schema/scan-parts.ts';
import { oneDecimal, twoDecimals } from '../../values/rounding.ts';
import { type Grade, gradeOf, questionKey, rateInterval } from '../../visibility/public.ts';

/** An answer of a run, as far as scores go by it. */
interface Read {
  engine: string;
  prompt: string;
  mentioned: boolean;
  position: number | null;
  sentiment: number | null;
  facts: StatedFact[];
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const score = (value: number | null) => (value === null ? null : oneDecimal(value));

const WEIGHTS = [0.5, 0.25, 0.15, 0.1];

/** The weighted mean of the scores that are there; their weights are renormalized. */
function weighted(scores: readonly (number | null)[]) {
  const there = scores.flatMap((value, at) => (value === null ? [] : [{ value, weight: WEIGHTS[at] ?? 0 }]));
  const weights = there.reduce((sum, { weight }) => sum + weight, 0);
  return oneDecimal(there.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights);
}

/** The scores of AI search, 0–100; null where nothing is known. `docs/scores.md` explains them. */
function searchScores(answers: readonly Read[]) {
  const facts = answers.flatMap((answer) => answer.facts);
  const [positions, sentiments] = [
    answers.flatMap(({ position }) => (position === null ? [] : [1 / position])),
    answers.flatMap(({ sentiment }) => (sentiment === null ? [] : [sentiment])),
  ];
  const placed = mean(positions);
  const felt = mean(sentiments);
  const right = mean(facts.map((fact) => Number(fact.right)));
  const scores = [
    score(100 * (mean(answers.map(({ mentioned }) => Number(mentioned))) ?? 0)),
    score(placed && 100 * placed),
    score(felt === null ? null : 50 * (1 + felt)),
    score(right === null ? null : 100 * right),
  ] as const;
  const [visibility_score, position_score, sentiment_score, accuracy_score] = scores;
  return {
    aeo_visibility_score: weighted(scores),
    visibility_score,
    position_score,
    sentiment_score,
    accuracy_score,
  };
}

/** How far the answers of a run carry a decision. */
function gradeOfAnswers(answers: readonly Read[]): Grade {
  const questions = [...Map.groupBy(answers, ({ prompt }) => questionKey(prompt)).values()];
  const engines = new Set(answers.map(({ engine }) => engine)).size;
  const interval = rateInterval(
    questions.map((given) => ({ readings: given.length, mentions: given.filter(({ mentioned }) => mentioned).length })),
  );
  const cells = new Set(answers.map(({ engine, prompt }) => `${engine} ${questionKey(prompt)}`)).size;
  return gradeOf({
    questions: questions.length,
    engines,
    readings: answers.length / cells,
    halfWidth: interval && twoDecimals(50 * (interval.high - interval.low)),
    daysSince: 0,
  });
}

const CONFIDENCE = {
  decision_grade: { score: 100, band: 'high' },
  directional: { score: 80, band: 'medium' },
  exploratory: { score: 50, band: 'low' },
} as const;

const SUMMARIES: Record<Grade, string> = {
  decision_grade: 'Enough questions, assistants and answers for a decision.',
  directional: 'Enough answers to see a direction.',
  exploratory: 'Too few answers for more than a first impression.',
};

/** AI search of a run, as the part of a scan. */
export function searchPart(answers: readonly Read[], { queryMode }: Pick<MeasurementPlan, 'queryMode'>) {
  const grade = gradeOfAnswers(answers);
  const prompts = [...new Set(answers.map(({ prompt }) => prompt))];
  const engines = new Set(answers.map(({ engine }) => engine)).size;
  const part = {
    queryMode,
    generated_queries: prompts,
    coverage: grade === 'exploratory' ? 'limited' : 'standard',
    aeo_confidence: {
      ...CONFIDENCE[grade],
      summary: SUMMARIES[grade],
      detail: `${answers.length} answers of ${engines} assistants to ${prompts.length} questions.`,
      factors: [],
    },
    ...searchScores(answers),
    sample_size: answers.length,
  } satisfies ScanParts['aeo'];
  return { grade, part };
}
