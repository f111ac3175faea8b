import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeScores, gaps, playbook } from '../../insights/analysis.ts';
import { type Context, SCORE_KEYS } from '../../insights/wire.ts';

type Visibility = NonNullable<Context['visibility']>;

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
const component = fc.record({ key: fc.constantFrom(...SCORE_KEYS), score, weight: fc.integer({ min: 0, max: 50 }) });
const visibility: fc.Arbitrary<Visibility> = fc.record({
  overall: fc.record({
    raw_score: score,
    dynamic_score: score,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  change: fc.option(fc.integer({ min: -1000, max: 1000 }).map((tenths) => tenths / 10)),
  tiers: fc.array(component, { maxLength: 5 }),
  components: fc.array(component, { maxLength: 20 }),
  calculated_at: fc.constant('2026-02-15T02:00:00.000Z'),
});

const context = (visibility: Visibility | null) => ({ visibility }) as Context;

describe('gaps', () => {
  it('never promise more than what the score lacks, and come costliest first', () => {
    fc.assert(
      fc.property(visibility, (seen) => {
        const found = gaps(seen);
        const total = seen.components.reduce((sum, { weight }) => sum + weight, 0);
        const mean = seen.components.reduce((sum, { weight, score }) => sum + weight * score, 0) / (total || 1);
        const promised = found.reduce((sum, { lift }) => sum + lift, 0);

        expect(promised).toBeLessThanOrEqual(100 - (total ? mean : 100) + 0.05 * found.length + 1e-6);
        expect(found.map(({ lift }) => lift)).toEqual(found.map(({ lift }) => lift).sort((a, b) => b - a));
      }),
    );
  });
});

describe('the playbook', () => {
  it('keeps to the number asked for, in descending priority between 0 and 100', () => {
    fc.assert(
      fc.property(visibility, fc.integer({ min: 1, max: 20 }), (seen, most) => {
        const plays = playbook(context(seen), most);
        const priorities = plays.map(({ priority_score }) => priority_score);

        expect(plays.length).toBeLessThanOrEqual(most);
        expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
        expect(priorities.every((priority) => priority > 0 && priority <= 100)).toBe(true);
      }),
    );
  });

  it('is empty without a scan', () => {
    expect(playbook(context(null), 5)).toEqual([]);
  });
});

describe('the description of scores', () => {
  it('states figures that it was given, or that follow from them, and no others', () => {
    fc.assert(
      fc.property(visibility, (seen) => {
        const { raw_score, dynamic_score, confidence } = seen.overall;
        const change = seen.change ?? 0;
        const before = Math.round((dynamic_score - change) * 10) / 10;
        const parts = [
          ...gaps(seen).flatMap(({ score, lift }) => [score, lift]),
          ...seen.tiers.map((tier) => tier.score),
        ];
        const known = new Set([
          100,
          raw_score,
          dynamic_score,
          Math.round(confidence * 100),
          Math.abs(change),
          before,
          ...parts,
        ]);

        const stated = describeScores(seen).match(/-?\d+(\.\d+)?/g) ?? [];

        expect(stated.map(Number).filter((figure) => !known.has(figure))).toEqual([]);
      }),
    );
  });
});
