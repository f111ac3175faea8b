import { describe, expect, it } from 'vitest';
import { rateInterval } from '../../routers/visibility/figures/rate-interval.ts';
import { tQuantile } from '../../routers/visibility/figures/student-t.ts';
import { BETAS, questions } from '../helpers/questions.ts';

const sample = (readings: number, mentions: number) => ({ readings, mentions });

describe('The quantiles of Student’s t', () => {
  // Table 12 of E. S. Pearson and H. O. Hartley, Biometrika Tables for Statisticians, vol. I.
  it.each([
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.975, 5, 2.571],
    [0.975, 24, 2.064],
    [0.975, 120, 1.98],
    [0.975, 1999, 1.961],
    [0.8, 1, 1.376],
    [0.8, 4, 0.941],
    [0.8, 29, 0.854],
  ])('at %f of %i degrees of freedom are as tabled', (probability, df, value) => {
    expect(tQuantile(probability, df)).toBeCloseTo(value, 3);
  });
});

describe('The interval of a mention rate', () => {
  it('is the t interval of the ratio between questions on the logit scale', () => {
    // p = 12/20; residuals 2 and −2 of 10 readings: s = √(2/1 · 8)/20 = 0.2; 12.7062 · 0.2/0.24 = 10.5885.
    const interval = rateInterval([sample(10, 8), sample(10, 4)]);

    expect(interval?.low).toBeCloseTo(1 / (1 + Math.exp(-(Math.log(1.5) - 10.5885))), 6);
    expect(interval?.high).toBeCloseTo(1 / (1 + Math.exp(-(Math.log(1.5) + 10.5885))), 6);
  });

  it.each([
    ['all answers mention the client', [sample(3, 3), sample(1, 1)], 0.34238, 1],
    ['none does', [sample(2, 0), sample(2, 0), sample(9, 0)], 0, 0.561497],
    ['each question has the same rate, of different samples', [sample(3, 1), sample(6, 2)], 0.04528, 0.84064],
  ])('is Wilson’s with one answer a question where %s', (_what, samples, low, high) => {
    const interval = rateInterval(samples);

    expect(interval?.low).toBeCloseTo(low, 3);
    expect(interval?.high).toBeCloseTo(high, 3);
  });

  it('is unknown for one question, however often it was asked', () => {
    expect(rateInterval([sample(500, 250)])).toBeNull();
  });

  it.each(BETAS)('covers the true rate in 93 to 98 percent where rates are Beta(%f, %f)', (alpha, beta) => {
    const truth = alpha / (alpha + beta);
    const { rate, mentions } = questions(41, [alpha, beta]);
    const coverage = [25, 60].map((count) => {
      let covered = 0;
      for (let run = 0; run < 1500; run++) {
        const samples = Array.from({ length: count }, () => sample(12, mentions(12, rate())));
        const { low, high } = rateInterval(samples) ?? expect.unreachable();
        if (low <= truth && truth <= high) covered++;
      }
      return covered / 15;
    });

    for (const percent of coverage) {
      expect(percent).toBeGreaterThanOrEqual(93);
      expect(percent).toBeLessThanOrEqual(98);
    }
  });
});
