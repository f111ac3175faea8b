import { describe, expect, it } from 'vitest';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

type Cell = { day: number; hour: number; value: number };
const filled = (cells: Cell[]) => cells.filter(({ value }) => value > 0);

describe('GET /api/analytics/heatmap', () => {
  it('returns every hour of the week from Monday, also without data', async () => {
    const person = await portal.register();

    const { data } = (await person.get('/api/analytics/heatmap')).json();

    expect(data.cells).toHaveLength(168);
    expect(data.cells[0]).toEqual({ day: 0, hour: 0, value: 0 });
    expect(data.cells[167]).toEqual({ day: 6, hour: 23, value: 0 });
    expect(data).toMatchObject({ timezone: 'UTC', metric: 'sessions', max: 0, total: 0 });
  });

  it('counts hours in the organization’s time zone across a clock change', async () => {
    const { person, send } = await sender(portal);
    await person.put('/api/auth/org', { timezone: 'America/New_York' });
    // 2026-03-08, a Sunday: clocks go forward at 2:00, from UTC−5 to UTC−4.
    await send([
      record('traffic_hourly', { at: '2026-03-08T06:00:00.000Z', sessions: 1 }),
      record('traffic_hourly', { at: '2026-03-08T07:00:00.000Z', sessions: 2 }),
      record('traffic_hourly', { at: '2026-03-09T03:00:00.000Z', sessions: 4 }),
      record('traffic_hourly', { at: '2026-03-09T04:00:00.000Z', sessions: 8 }),
    ]);

    const { data } = (await person.get('/api/analytics/heatmap?from=2026-03-08&to=2026-03-09')).json();

    expect(filled(data.cells)).toEqual([
      { day: 0, hour: 0, value: 8 },
      { day: 6, hour: 1, value: 1 },
      { day: 6, hour: 3, value: 2 },
      { day: 6, hour: 23, value: 4 },
    ]);
    expect(data).toMatchObject({ timezone: 'America/New_York', max: 8, total: 15 });
  });

  it('adds up the same hour of several weeks within the period', async () => {
    const { person, send } = await sender(portal);
    await send(
      ['2026-02-02', '2026-02-09', '2026-02-16'].map((day) =>
        record('traffic_hourly', { at: `${day}T10:00:00.000Z`, sessions: 3 }),
      ),
    );

    const { data } = (await person.get('/api/analytics/heatmap?from=2026-02-02&to=2026-02-15')).json();

    expect(filled(data.cells)).toEqual([{ day: 0, hour: 10, value: 6 }]);
  });
});
