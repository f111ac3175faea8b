import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableId } from '../routers/records/stable-id.ts';
import { meanScore, oneDecimal, percent, twoDecimals } from '../routers/values/rounding.ts';

describe('figures', () => {
  it.each([
    [0.25, 0.3],
    [58.349, 58.3],
    [58.35, 58.4],
    [-3.25, -3.2],
    [0.1 + 0.2, 0.3],
    [-0.04, 0],
  ])('%d is rounded to one decimal: %d', (value, rounded) => {
    expect(oneDecimal(value)).toBe(rounded);
  });

  it.each([
    [4.345, 4.35],
    [4.344999, 4.34],
    [13.035 / 3, 4.35],
    [1.005, 1.01],
    [5, 5],
  ])('%d is rounded to two decimals: %d', (value, rounded) => {
    expect(twoDecimals(value)).toBe(rounded);
  });

  it('have an exact mean, rounded half up, and no mean when empty', () => {
    expect([meanScore([]), meanScore([50.1, 50.2]), meanScore([0.1, 0.2, 0.2])]).toEqual([null, 50.2, 0.2]);
  });

  it('have a mean within their range and independent of their order', () => {
    const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 200 }), (scores) => {
        const mean = meanScore(scores) ?? Number.NaN;

        expect(mean).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(mean).toBeLessThanOrEqual(Math.max(...scores));
        expect(meanScore(scores.toReversed())).toBe(mean);
      }),
      { seed: 20261121 },
    );
  });

  it.each([
    [1, 3, 33.3],
    [1, 2000, 0.1],
    [0, 7, 0],
    [7, 7, 100],
  ])('%d of %d is %d percent', (part, whole, share) => {
    expect(percent(part, whole)).toBe(share);
  });
});

describe('a stable id', () => {
  it('is a UUID of version 5', () => {
    // The usual example for the URL namespace of RFC 4122.
    const id = stableId('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'https', '//www.w3.org/');

    expect(id).toBe('c106a26a-21bb-5538-8bf2-57095d1976c1');
  });

  it('differs by client, kind and name', () => {
    const [one, other] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'];

    const ids = [
      stableId(one, 'item', 'a'),
      stableId(other, 'item', 'a'),
      stableId(one, 'card', 'a'),
      stableId(one, 'item', 'b'),
    ];

    expect(new Set(ids).size).toBe(4);
  });
});
