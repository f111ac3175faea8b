import { describe, expect, it } from 'vitest';
import type { AeoReadings } from '../../db/schema/index.ts';
import { pairedChange } from '../../routers/visibility/figures/paired-change.ts';
import { BETAS, questions } from '../helpers/questions.ts';

/** Mentions of so many readings for each question, one list for each engine. */
const scanOf = (readings: number, mentions: number[][], models: (string | null)[] = [null]): AeoReadings => ({
  engines: mentions.map((_, at) => ({ engine: `engine-${at}`, models })),
  cells: mentions.flatMap((of, at) =>
    of.map((named, question): AeoReadings['cells'][number] => [`q${question}`, at, readings, named]),
  ),
});

describe('The change of a mention rate', () => {
  it('is the mean of the differences of each question with its t interval, in points', () => {
    // Differences 10, 20, 0, 10, 10: mean 10, standard error √(200/4/5) = 3.1623; t 2.7764 and 0.9410.
    const change = pairedChange(scanOf(10, [[5, 5, 5, 5, 5]]), scanOf(10, [[6, 7, 5, 6, 6]]));

    expect(change).toEqual({
      value: 10,
      low: 1.2,
      high: 18.8,
      verdict: 'moved',
      smallestVisible: 11.8,
      comparedOn: { prompts: 5, engines: 1, readings: 100 },
      notComparable: [],
    });
  });

  it('weighs each question the same, and each assistant within it', () => {
    const before = scanOf(4, [
      [0, 0, 0, 0, 0, 0],
      [2, 2, 2, 2, 2, 2],
    ]);
    const now = scanOf(4, [
      [4, 0, 0, 0, 0, 0],
      [2, 2, 2, 2, 2, 2],
    ]);

    expect(pairedChange(before, now)).toMatchObject({ value: 8.3, verdict: 'no_clear_change' });
  });

  it.each([
    [1, 10, 'moved'],
    [0, 0, 'no_clear_change'],
  ])('has an interval of width 0 where every difference is %i of 10', (more, value, verdict) => {
    const change = pairedChange(
      scanOf(10, [[1, 2, 3, 4, 5, 6]]),
      scanOf(10, [[1, 2, 3, 4, 5, 6].map((n) => n + more)]),
    );

    expect(change).toMatchObject({ value, low: value, high: value, smallestVisible: 0, verdict });
  });

  it('takes thirds that add up to the same for the same', () => {
    const change = pairedChange(
      scanOf(3, [
        [1, 1, 1, 1, 1],
        [2, 2, 2, 2, 2],
      ]),
      scanOf(3, [
        [2, 2, 2, 2, 2],
        [1, 1, 1, 1, 1],
      ]),
    );

    expect(change).toMatchObject({ value: 0, low: 0, high: 0, verdict: 'no_clear_change' });
  });

  it.each([
    ['too_few_prompts', scanOf(5, [[1, 2, 3, 4]]), scanOf(5, [[1, 2, 3, 4]])],
    [
      'other_questions',
      scanOf(5, [[1, 2, 3, 4, 5]]),
      scanOf(5, [
        [1, 2, 3, 4, 5],
        [1, 1],
      ]),
    ],
    [
      'other_questions',
      scanOf(5, [
        [1, 2, 3, 4, 5],
        [1, 1],
      ]),
      scanOf(5, [[1, 2, 3, 4, 5]]),
    ],
    ['other_models', scanOf(5, [[1, 2, 3, 4, 5]]), scanOf(5, [[1, 2, 3, 4, 5]], ['m2'])],
    ['other_models', scanOf(5, [[1, 2, 3, 4, 5]], ['m1']), scanOf(5, [[1, 2, 3, 4, 5]], ['m1', 'm2'])],
  ])('is not told for %s', (reason, before, now) => {
    const change = pairedChange(before, now);

    expect(change).toMatchObject({
      value: null,
      low: null,
      high: null,
      smallestVisible: null,
      verdict: 'not_comparable',
    });
    expect(change.notComparable).toEqual([{ reason, detail: expect.stringMatching(/\.$/) }]);
  });

  it('is told where exactly four fifths of the answers are to common questions, and for the models of both', () => {
    const change = pairedChange(
      scanOf(
        5,
        [[1, 2, 3, 4]].map((of) => [...of, 5, 0, 0, 0]),
        ['m1'],
      ),
      {
        engines: [{ engine: 'engine-0', models: ['m1'] }],
        cells: Array.from({ length: 10 }, (_, n) => [`q${n}`, 0, 5, 1]),
      },
    );

    expect(change).toMatchObject({ verdict: 'no_clear_change', comparedOn: { prompts: 8, readings: 80 } });
  });

  it('has every reason that holds', () => {
    const reasons = pairedChange(scanOf(5, [[1]], ['m1']), scanOf(5, [[1, 2]], ['m2'])).notComparable;

    expect(reasons.map(({ reason }) => reason)).toEqual(['too_few_prompts', 'other_questions', 'other_models']);
  });

  it.each(BETAS)('is called moved in 3 to 7 percent without one where rates are Beta(%f, %f)', (alpha, beta) => {
    const { rate, mentions } = questions(15, [alpha, beta]);
    const runs = 2000;
    let moved = 0;
    for (let run = 0; run < runs; run++) {
      const rates = Array.from({ length: 30 }, rate);
      const [before, now] = [0, 1].map(() =>
        scanOf(
          3,
          [0, 1].map(() => rates.map((of) => mentions(3, of))),
        ),
      ) as [AeoReadings, AeoReadings];
      if (pairedChange(before, now).verdict === 'moved') moved++;
    }

    expect((100 * moved) / runs).toBeGreaterThanOrEqual(3);
    expect((100 * moved) / runs).toBeLessThanOrEqual(7);
  });

  it('of ten points is found in nine of ten scans of sixty questions, three assistants and three readings', () => {
    const { rate, mentions } = questions(7, [2, 3]);
    const runs = 500;
    let moved = 0;
    for (let run = 0; run < runs; run++) {
      const rates = Array.from({ length: 60 }, () => 0.9 * rate());
      const [before, now] = [0, 0.1].map((more) =>
        scanOf(
          3,
          [0, 1, 2].map(() => rates.map((of) => mentions(3, of + more))),
        ),
      ) as [AeoReadings, AeoReadings];
      if (pairedChange(before, now).verdict === 'moved') moved++;
    }

    expect(moved / runs).toBeGreaterThan(0.9);
  });
});
