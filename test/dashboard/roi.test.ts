import { describe, expect, it } from 'vitest';
import { calendarPeriod, plusDays, todayIn } from '../../routers/values/days.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

describe('calendarPeriod', () => {
  it.each([
    ['2026-02-16', 1, '2026-02-01', '2026-03-01'],
    ['2026-02-16', 3, '2026-01-01', '2026-04-01'],
    ['2026-12-31', 3, '2026-10-01', '2027-01-01'],
    ['2026-12-31', 12, '2026-01-01', '2027-01-01'],
    ['2024-02-29', 1, '2024-02-01', '2024-03-01'],
  ])('puts %s with %i months between %s and %s', (day, months, from, until) => {
    expect(calendarPeriod(day, months)).toEqual({ from, until });
  });
});

describe('GET /api/dashboard/roi', () => {
  it('returns zeros without data', async () => {
    const person = await portal.register();

    const response = await person.get('/api/dashboard/roi');

    expect(response.json()).toEqual({
      roi: { totalInvestment: 0, estimatedReturn: 0, roiPercentage: null, period: 'quarterly' },
    });
  });

  it.each([
    ['monthly', 1],
    ['quarterly', 3],
    ['yearly', 12],
  ])('adds up the current period (%s), to the cent', async (period, months) => {
    const { person, send } = await sender(portal);
    const { from, until } = calendarPeriod(todayIn('UTC'), months);
    const spent = (date: string, amount: number) =>
      record('investment', { date, amount, estimatedReturn: amount * 1.5 });
    await send([
      spent(from, 0.1),
      spent(plusDays(until, -1), 0.2),
      spent(plusDays(from, -1), 1000),
      spent(until, 1000),
    ]);

    const { roi } = (await person.get(`/api/dashboard/roi?period=${period}`)).json();

    expect(roi).toEqual({ totalInvestment: 0.3, estimatedReturn: 0.45, roiPercentage: 50, period });
  });

  it('returns a negative percentage for a loss, and null without investments', async () => {
    const { person, send } = await sender(portal);
    const date = todayIn('UTC');
    await send([record('investment', { date, amount: 200, estimatedReturn: 50 })]);
    const other = await sender(portal);
    await other.send([record('investment', { date, amount: 0, estimatedReturn: 50 })]);

    const loss = (await person.get('/api/dashboard/roi')).json().roi;
    const free = (await other.person.get('/api/dashboard/roi')).json().roi;

    expect(loss.roiPercentage).toBe(-75);
    expect(free).toMatchObject({ totalInvestment: 0, estimatedReturn: 50, roiPercentage: null });
  });

  it('rejects an unknown period', async () => {
    const person = await portal.register();

    const response = await person.get('/api/dashboard/roi?period=weekly');

    expect(response.statusCode).toBe(400);
  });
});
