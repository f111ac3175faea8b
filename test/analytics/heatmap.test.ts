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

  it('counts both hours from 0:00 to 1:00 where clocks go back to midnight', async () => {
    const { person, send } = await sender(portal);
    await person.put('/api/auth/org', { timezone: 'America/Havana' });
    // 2026-11-01, a Sunday: clocks go back from 1:00 to 0:00, from UTC−4 to UTC−5.
    await send([
      record('traffic_hourly', { at: '2026-11-01T03:00:00.000Z', sessions: 1 }),
      record('traffic_hourly', { at: '2026-11-01T04:00:00.000Z', sessions: 2 }),
      record('traffic_hourly', { at: '2026-11-01T05:00:00.000Z', sessions: 4 }),
      record('traffic_hourly', { at: '2026-11-01T06:00:00.000Z', sessions: 8 }),
    ]);

    const saturday = await person.get('/api/analytics/heatmap?from=2026-10-31&to=2026-10-31');
    const sunday = await person.get('/api/analytics/heatmap?from=2026-11-01&to=2026-11-01');

    expect(filled(saturday.json().data.cells)).toEqual([{ day: 5, hour: 23, value: 1 }]);
    expect(filled(sunday.json().data.cells)).toEqual([
      { day: 6, hour: 0, value: 6 },
      { day: 6, hour: 1, value: 8 },
    ]);
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
