import { oneDecimal } from '../values/rounding.ts';
import { gradeOf, tQuantile, wilsonInterval } from '../visibility/public.ts';
import type { Schedule } from './next-run.ts';

/** What a run would read. */
interface Plan {
  prompts: number;
  engines: number;
  readingsPerPrompt: number;
}

/** How answers vary: the share that mentions the client, and the variance of that share between questions. */
export interface Variation {
  rate: number;
  between: number;
  /** Whether every question has the same share, so that it shows no variance. */
  areAlike: boolean;
}

/** Before the first run. */
const UNKNOWN: Variation = { rate: 0.5, between: 0.05, areAlike: false };

const RUNS_A_MONTH = { day: 30, week: 4.3, month: 1 };

/** Common questions that a comparison needs. */
const COMPARABLE = 5;

/**
 * The variation of the answers of a run, by question. The variance of the rates is that between the questions and that
 * of drawing answers; one answer a question cannot tell them apart.
 */
export function variationOf(questions: readonly { readings: number; mentions: number }[]): Variation | undefined {
  const count = questions.length;
  const readings = questions.reduce((sum, question) => sum + question.readings, 0);
  if (count < 2) return undefined;
  const mentions = questions.reduce((sum, question) => sum + question.mentions, 0);
  const rate = mentions / readings;
  if (questions.every((one) => one.mentions * readings === one.readings * mentions))
    return { rate, between: 0, areAlike: true };
  const each = readings / count;
  const whole = rate * (1 - rate);
  if (each <= 1) return { rate, between: Math.min(UNKNOWN.between, whole), areAlike: false };
  const squares = questions.reduce((sum, one) => sum + (one.mentions / one.readings - rate) ** 2, 0);
  const between = (squares / (count - 1) - whole / each) / (1 - 1 / each);
  return { rate, between: Math.min(whole, Math.max(0, between)), areAlike: false };
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/** Half of the width of the 95% interval of the mention rate, in points. */
function halfWidthOf(prompts: number, readings: number, { rate, between, areAlike }: Variation): number | null {
  if (prompts < 2) return null;
  if (areAlike) {
    // The interval of such a run takes each question for one answer, however often it is asked.
    const { low, high } = wilsonInterval(rate, prompts);
    return oneDecimal(50 * (high - low));
  }
  const whole = rate * (1 - rate);
  const error = Math.sqrt((between + (whole - between) / readings) / prompts);
  const [middle, margin] = [Math.log(rate / (1 - rate)), (tQuantile(0.975, prompts - 1) * error) / whole];
  return oneDecimal(50 * (logistic(middle + margin) - logistic(middle - margin)));
}

/** The change between two runs that four of five comparisons show, in points. */
function smallestVisibleOf(prompts: number, readings: number, { rate, between }: Variation): number | null {
  if (prompts < COMPARABLE) return null;
  // Half a question each way: a share of 0 or 1 says nothing of how answers vary once they change.
  const share = rate === 0 || rate === 1 ? (rate * prompts + 0.5) / (prompts + 1) : rate;
  const error = Math.sqrt((2 * (share * (1 - share) - between)) / readings / prompts);
  return oneDecimal(100 * (tQuantile(0.975, prompts - 1) + tQuantile(0.8, prompts - 1)) * error);
}

/** What a plan costs and can show, before anything is spent. */
export function forecastOf(
  { prompts, engines, readingsPerPrompt }: Plan,
  { every }: Pick<Schedule, 'every'>,
  budget: number,
  variation: Variation = UNKNOWN,
) {
  const answersPerRun = prompts * engines * readingsPerPrompt;
  const runsAMonth = RUNS_A_MONTH[every];
  const cost = { prompts, engines, answersPerRun, runsAMonth, fitsBudget: answersPerRun * runsAMonth <= budget };
  if (answersPerRun === 0) return { ...cost, halfWidth: null, smallestVisible: null, grade: null };
  const readings = engines * readingsPerPrompt;
  const halfWidth = halfWidthOf(prompts, readings, variation);
  const smallestVisible = smallestVisibleOf(prompts, readings, variation);
  const sample = { questions: prompts, engines, readings: readingsPerPrompt, halfWidth, daysSince: 0 };
  return { ...cost, halfWidth, smallestVisible, grade: gradeOf(sample) };
}
