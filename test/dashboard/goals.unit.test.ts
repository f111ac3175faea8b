import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalStatus } from '../../db/schema/index.ts';
import { goalsSummary, isGoalOverdue, progressPercent } from '../../routers/dashboard/figures/goals.ts';

const progress = (baselineValue: number, currentValue: number, targetValue: number) =>
  progressPercent({ baselineValue, currentValue, targetValue });

describe('Goal progress', () => {
  it.each([
    [0, 25, 100, 25],
    [100, 150, 200, 50],
    [10, 8, 4, 33.3],
    [4.8, 2.4, 0, 50],
    [-10, 0, 10, 50],
    [0, -5, 100, 0],
    [0, 500, 100, 100],
    [10, 12, 4, 0],
    [10, 1, 4, 100],
    [0, 1, 3, 33.3],
    [0, 2, 3, 66.7],
    [-1e15, 0, 1e15, 50],
  ])('from %d, now %d, to %d is %d percent', (baseline, current, target, percent) => {
    expect(progress(baseline, current, target)).toBe(percent);
  });

  it.each([
    [5, 5, 100],
    [5, 6, 100],
    [5, 4, 0],
  ])('for a baseline equal to the target of %d, now %d, is %d percent', (target, current, percent) => {
    expect(progress(target, current, target)).toBe(percent);
  });

  it('matches an independent calculation for rising and falling targets', () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });

    fc.assert(
      fc.property(whole, whole, whole, (baseline, current, target) => {
        fc.pre(baseline !== target);
        const percent = progress(baseline, current, target);

        // The progress in thousandths, halves up, in integer arithmetic.
        const [way, gone] = [
          BigInt(Math.abs(target - baseline)),
          BigInt((current - baseline) * Math.sign(target - baseline)),
        ];
        const clamped = gone < 0n ? 0n : gone > way ? way : gone;
        expect(percent).toBe(Number((clamped * 2000n + way) / (way * 2n)) / 10);
        expect(progress(-baseline, -current, -target)).toBe(percent);
      }),
      { seed: 20261121 },
    );
  });
});

describe('Goal summary', () => {
  const today = '2026-03-10';

  it.each([
    ['in_progress', '2026-03-09', true],
    ['not_started', '2026-03-09', true],
    ['paused', '1999-12-31', true],
    ['completed', '2026-03-09', false],
    ['cancelled', '2026-03-09', false],
    ['in_progress', '2026-03-10', false],
    ['in_progress', '2026-03-11', false],
    ['in_progress', null, false],
  ] as const)('that are %s with the deadline %s: overdue is %j', (status, deadline, overdue) => {
    expect(isGoalOverdue({ status, deadline }, today)).toBe(overdue);
  });

  it('matches an independent calculation, for single goals and groups', () => {
    const goal = fc.record({
      status: fc.constantFrom(...goalStatus.enumValues),
      deadline: fc.option(fc.constantFrom('2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11')),
    });

    fc.assert(
      fc.property(fc.array(goal, { maxLength: 50 }), (goals) => {
        const summary = goalsSummary(goals, today);

        const expected = { total: 0, completed: 0, inProgress: 0, overdue: 0 };
        const kinds = new Map<string, (typeof goals)[number] & { count: number }>();
        for (const one of goals) {
          const kind = JSON.stringify(one);
          kinds.set(kind, { ...one, count: (kinds.get(kind)?.count ?? 0) + 1 });
          expected.total += 1;
          if (one.status === 'completed') expected.completed += 1;
          else if (one.status !== 'cancelled' && one.deadline !== null && one.deadline < today) expected.overdue += 1;
          if (one.status === 'in_progress') expected.inProgress += 1;
        }
        expect(summary).toEqual(expected);
        expect(goalsSummary([...kinds.values()], today)).toEqual(expected);
      }),
      { seed: 20261121 },
    );
  });
});
