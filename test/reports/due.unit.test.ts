import { expect, it } from 'vitest';
import { dueAfter, dueUpTo, periodBefore } from '../../routers/reports/due.ts';

const at = (text: string) => new Date(text);

it.each([
  // Clocks go forward at 2 on 29 March 2026 in Berlin: 2 is the first moment after it.
  [{ every: 'month', day: 28, hour: 2 } as const, 'Europe/Berlin', '2026-03-01T00:00:00Z', '2026-03-28T01:00:00.000Z'],
  [{ every: 'week', day: 7, hour: 2 } as const, 'Europe/Berlin', '2026-03-28T00:00:00Z', '2026-03-29T01:00:00.000Z'],
  // They go back at 2 on 1 November in New York: of two hours the first counts.
  [
    { every: 'month', day: 1, hour: 1 } as const,
    'America/New_York',
    '2026-10-30T00:00:00Z',
    '2026-11-01T05:00:00.000Z',
  ],
  [{ every: 'quarter', day: 1, hour: 8 } as const, 'Asia/Tokyo', '2026-02-01T00:00:00Z', '2026-03-31T23:00:00.000Z'],
  [
    { every: 'week', day: 1, hour: 8 } as const,
    'Pacific/Kiritimati',
    '2026-11-28T00:00:00Z',
    '2026-11-29T18:00:00.000Z',
  ],
])('%j in %s is due after %s at %s', (times, zone, after, due) => {
  const next = dueAfter(times, zone, at(after));

  expect(next.at.toISOString()).toBe(due);
  expect(dueUpTo(times, zone, next.at).at).toEqual(next.at);
  expect(dueUpTo(times, zone, new Date(next.at.getTime() - 1)).at < next.at).toBe(true);
});

it.each([
  ['2026-11-30', 'week', '2026-11-23', '2026-11-29'],
  ['2026-11-29', 'week', '2026-11-16', '2026-11-22'],
  ['2026-03-01', 'month', '2026-02-01', '2026-02-28'],
  ['2026-01-15', 'month', '2025-12-01', '2025-12-31'],
  ['2026-04-01', 'quarter', '2026-01-01', '2026-03-31'],
  ['2026-02-01', 'quarter', '2025-10-01', '2025-12-31'],
] as const)('the last full period before %s, a %s, is %s to %s', (day, kind, from, to) => {
  expect(periodBefore(day, kind)).toEqual({ from, to });
});
