import { describe, expect, it } from 'vitest';
import { forecastOf, variationOf } from '../../routers/measurement/forecast.ts';
import { nextRunAfter } from '../../routers/measurement/next-run.ts';
import { rateInterval } from '../../routers/visibility/figures/rate-interval.ts';

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
  });

  it.each([
    [0, [1, 3, 20]],
    [1, [1, 3, 20]],
    [0.5, [2, 4, 20]],
  ])('promises the interval that a run publishes whose questions all have the rate %d', (rate, readings) => {
    for (const readingsPerPrompt of readings) {
      const sample = { readings: 4 * readingsPerPrompt, mentions: 4 * readingsPerPrompt * rate };
      const questions = Array.from({ length: 10 }, () => sample);
      const { low, high } = rateInterval(questions) ?? expect.unreachable();

      const plan = { prompts: 10, engines: 4, readingsPerPrompt };
      const { halfWidth } = forecastOf(plan, { every: 'month' }, 2000, variationOf(questions));

      expect(halfWidth).toBeCloseTo(50 * (high - low), 1);
    }
  });

  it('promises about the interval of the last run, where that is asked again', () => {
    for (const mentions of [
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [9, 3, 0, 12, 5, 1, 8, 12, 2, 7],
    ]) {
      const questions = mentions.map((each) => ({ readings: 12, mentions: each }));
      const { low, high } = rateInterval(questions) ?? expect.unreachable();

      const plan = { prompts: 10, engines: 4, readingsPerPrompt: 3 };
      const { halfWidth } = forecastOf(plan, { every: 'month' }, 2000, variationOf(questions));

      expect(Math.abs((halfWidth ?? 0) - 50 * (high - low))).toBeLessThan(0.2);
    }
  });

  it('shows no smaller a change than the questions allow, where the last run has no mention', () => {
    const variation = variationOf(Array.from({ length: 10 }, () => ({ readings: 80, mentions: 0 })));

    const { smallestVisible, grade } = forecastOf(
      { prompts: 10, engines: 4, readingsPerPrompt: 20 },
      { every: 'month' },
      2000,
      variation,
    );

    expect(smallestVisible).toBeCloseTo(3.3, 1);
    expect(grade).toBe('exploratory');
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
