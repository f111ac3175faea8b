import { tQuantile } from './student-t.ts';
import { type Interval, wilsonInterval } from './wilson.ts';

/** Answers, and those that mention the client. */
export interface Sample {
  readings: number;
  mentions: number;
}

/** The sum of samples. */
export const pooled = (samples: readonly Sample[]): Sample => ({
  readings: samples.reduce((sum, { readings }) => sum + readings, 0),
  mentions: samples.reduce((sum, { mentions }) => sum + mentions, 0),
});

const logit = (share: number) => Math.log(share / (1 - share));
const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/**
 * The 95% interval of the rate of mentions over questions of this kind; null for one question, which says nothing of
 * others. Answers to one question resemble each other, so the questions are what varies: the ratio's variance between
 * them, and the interval on the logit scale, where it does not leave 0–1. Where all rates are the same there is no
 * variance to go by, and Wilson's interval takes each question for one answer.
 */
export function rateInterval(questions: readonly Sample[]): Interval | null {
  const count = questions.length;
  if (count < 2) return null;

  const { readings: all, mentions: named } = pooled(questions);
  const rate = named / all;
  if (questions.every(({ readings, mentions }) => mentions * all === readings * named))
    return wilsonInterval(rate, count);

  const squares = questions.reduce((sum, { readings, mentions }) => sum + (mentions - rate * readings) ** 2, 0);
  const deviation = Math.sqrt(((count / (count - 1)) * squares) / all ** 2);
  const margin = (tQuantile(0.975, count - 1) * deviation) / (rate * (1 - rate));
  return { low: logistic(logit(rate) - margin), high: logistic(logit(rate) + margin) };
}
