import { describe, expect, it } from 'vitest';
import { periodOf, plusDays, todayIn } from '../../routers/values/days.ts';

describe('The period before', () => {
  it.each([
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31'],
    ['9999-12-01', '9999-12-31', '9999-11-01', '9999-11-30'],
  ])('of the months from %s to %s is from %s to %s', (from, to, earlier, until) => {
    expect(periodOf({ from, to }, 'UTC').before).toEqual({ from: earlier, to: until });
  });

  it.each([
    ['2026-10-02', '2026-10-31', '2026-09-02', '2026-10-01'],
    ['2026-10-01', '2026-10-30', '2026-09-01', '2026-09-30'],
    ['2026-10-05', '2026-10-11', '2026-09-28', '2026-10-04'],
  ])('of the days from %s to %s has as many: %s to %s', (from, to, earlier, until) => {
    expect(periodOf({ from, to }, 'UTC').before).toEqual({ from: earlier, to: until });
  });

  it('of the last 30 days has 30 as well, whatever the calendar says', () => {
    const { period, before, days } = periodOf({}, 'UTC');
    expect(days).toBe(30);
    expect(period.to).toBe(plusDays(todayIn('UTC'), -1));
    expect(before).toEqual({ from: plusDays(period.from, -30), to: plusDays(period.from, -1) });
  });
});
