import { describe, expect, it } from 'vitest';
import { forecastOf, variationOf } from '../../routers/measurement/forecast.ts';
import { nextRunAfter } from '../../routers/measurement/next-run.ts';

describe('A forecast', () => {
  it('of 40 questions to 4 assistants, 3 times, is directional and shows a change of 8 points', () => {
    const forecast = forecastOf({ prompts: 40, engines: 4, readingsPerPrompt: 3 }, { every: 'week' }, 2000);

    expect(forecast).toMatchObject({ answersPerRun: 480, runsAMonth: 4.3, fitsBudget: false, grade: 'directional' });
    expect(forecast.smallestVisible).toBeCloseTo(8.3, 1);
  });

  it('is empty where nothing is asked, and without an interval for one question', () => {
    const plan = { prompts: 0, engines: 4, readingsPerPrompt: 3 };

    expect(forecastOf(plan, { every: 'month' }, 0)).toMatchObject({
      halfWidth: null,
      smallestVisible: null,
      grade: null,
    });
    expect(forecastOf({ ...plan, prompts: 1 }, { every: 'month' }, 0)).toMatchObject({
      halfWidth: null,
      fitsBudget: false,
    });
  });

  it('takes the rate and the variance between questions of the last run', () => {
    const questions = Array.from({ length: 40 }, (_, at) => ({ readings: 10, mentions: at % 2 === 0 ? 1 : 9 }));

    const variation = variationOf(questions);

    expect(variation?.rate).toBe(0.5);
    expect(variation?.between).toBeCloseTo(0.155, 2);
    expect(
      variationOf([
        { readings: 3, mentions: 0 },
        { readings: 3, mentions: 0 },
      ])?.rate,
    ).toBeCloseTo(0.071, 2);
  });
});

describe('A schedule', () => {
  const monthly = { every: 'month', weekday: 1, day: 1, hour: 6 } as const;
  const at = (schedule: Parameters<typeof nextRunAfter>[0], zone: string, after: string) =>
    nextRunAfter(schedule, zone, new Date(after)).toISOString();

  it('goes by the clock of the organization, in summer and in winter', () => {
    expect(at(monthly, 'America/New_York', '2026-02-16T00:00:00Z')).toBe('2026-03-01T11:00:00.000Z');
    expect(at(monthly, 'America/New_York', '2026-03-16T00:00:00Z')).toBe('2026-04-01T10:00:00.000Z');
    expect(at({ ...monthly, every: 'week', weekday: 7 }, 'Asia/Kolkata', '2026-02-16T00:00:00Z')).toBe(
      '2026-02-22T00:30:00.000Z',
    );
  });

  it('takes the next hour where clocks skip one, and the first where they repeat it', () => {
    const nightly = { ...monthly, every: 'day', hour: 2 } as const;

    expect(at(nightly, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(at(nightly, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(at(nightly, 'Europe/Berlin', '2026-10-25T00:00:00.000Z')).toBe('2026-10-26T01:00:00.000Z');
  });
});
