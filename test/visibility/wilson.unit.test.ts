import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../routers/visibility/figures/wilson.ts';

const sample = fc
  .integer({ min: 1, max: 5000 })
  .chain((size) => fc.tuple(fc.integer({ min: 0, max: size }), fc.constant(size)));
const given = { seed: 20261122, numRuns: 500 };

describe('The 95% interval of a proportion', () => {
  // Table I, method 3, of R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is as published by Newcombe', (hits, size, low, high) => {
    const interval = wilsonInterval(hits / size, size);

    expect([interval.low, interval.high].map((end) => end.toFixed(4))).toEqual([low.toFixed(4), high.toFixed(4)]);
  });

  // Roots of (hits − n·p)² = z²·n·p·(1 − p), found by bisection in rational numbers.
  it.each([
    [0, 1, 0, 0.79345069],
    [1, 1, 0.20654931, 1],
    [1, 2, 0.09453121, 0.90546879],
    [12, 40, 0.18074845, 0.45430019],
    [34, 110, 0.23039985, 0.40066602],
    [7, 600, 0.00566258, 0.02388401],
    [599, 600, 0.99062044, 0.99970573],
    [1000, 2000, 0.47810795, 0.52189205],
    [1, 2000, 0.00008827, 0.00282686],
  ])('of %i in %i has the ends at which the score test is equal to its critical value', (hits, size, low, high) => {
    const interval = wilsonInterval(hits / size, size);

    expect(interval.low).toBeCloseTo(low, 8);
    expect(interval.high).toBeCloseTo(high, 8);
  });

  it('holds the proportion and lies between 0 and 1', () => {
    fc.assert(
      fc.property(sample, ([hits, size]) => {
        const { low, high } = wilsonInterval(hits / size, size);

        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(hits / size);
        expect(high).toBeGreaterThanOrEqual(hits / size);
        expect(high).toBeLessThanOrEqual(1);
      }),
      given,
    );
  });

  it('is the mirror image for the answers that miss', () => {
    fc.assert(
      fc.property(sample, ([hits, size]) => {
        const [one, mirrored] = [wilsonInterval(hits / size, size), wilsonInterval((size - hits) / size, size)];

        expect(one.low).toBeCloseTo(1 - mirrored.high, 10);
        expect(one.high).toBeCloseTo(1 - mirrored.low, 10);
      }),
      given,
    );
  });

  it('is narrower for more answers of the same proportion, and rises with the proportion', () => {
    fc.assert(
      fc.property(sample, fc.integer({ min: 2, max: 9 }), ([hits, size], times) => {
        const [few, many] = [wilsonInterval(hits / size, size), wilsonInterval(hits / size, size * times)];
        const more = wilsonInterval(Math.min(size, hits + 1) / size, size);

        expect(many.high - many.low).toBeLessThan(few.high - few.low);
        expect(more.low).toBeGreaterThanOrEqual(few.low);
        expect(more.high).toBeGreaterThanOrEqual(few.high);
      }),
      given,
    );
  });
});
