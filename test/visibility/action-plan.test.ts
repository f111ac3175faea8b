import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { plannedItem } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const phase = (number: number, statuses: string[], facts: object = {}) => ({
  phase: number,
  key: `phase_${number}`,
  title: `Phase ${number}`,
  items: statuses.map((status) => plannedItem({ status })),
  ...facts,
});

async function planned(...phases: object[]) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const response = await pipeline.post('/api/ingest/scans', scan({ actionPlan: { phases } }));
  expect(response.statusCode).toBe(201);
  return { person, pipeline, data: (await person.get('/api/visibility/action-plan')).json().data };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('GET /api/visibility/action-plan', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/action-plan');

    const progress = { completed: 0, total: 0, percent: null };
    expect(response.json()).toEqual({ ok: true, data: { phases: [], progress } });
  });

  it('lists phases in order, with their items as ingested', async () => {
    const dated = { dueDate: '2026-03-01', completedAt: '2026-02-20T23:30:00+01:00', status: 'done' };
    const { data } = await planned(
      phase(2, []),
      phase(1, [], { items: [plannedItem({ ...dated, externalId: 'claim' }), plannedItem()] }),
    );

    expect(data.phases.map(({ key }: { key: string }) => key)).toEqual(['phase_1', 'phase_2']);
    expect(data.phases[0].items).toEqual([
      {
        id: expect.stringMatching(UUID),
        title: 'Claim the listing',
        description: 'On the map.',
        status: 'done',
        impact: 'medium',
        effort: 'low',
        category: 'listings',
        dueDate: '2026-03-01',
        completedAt: '2026-02-20T22:30:00.000Z',
      },
      expect.objectContaining({ status: 'todo', dueDate: null, completedAt: null }),
    ]);
  });

  it.each([
    [[], 'todo', null],
    [['todo', 'todo'], 'todo', 0],
    [['todo', 'in_progress', 'todo'], 'in_progress', 0],
    [['todo', 'done', 'todo'], 'in_progress', 33.3],
    [['done', 'done'], 'done', 100],
    [['done', 'skipped'], 'done', 100],
    [['todo', 'skipped'], 'todo', 0],
    [['skipped', 'skipped'], 'skipped', null],
  ])('reports a phase with items %j as %s, %j percent', async (statuses, status, progressPercent) => {
    const { data } = await planned(phase(1, statuses as string[]));

    expect(data.phases[0]).toMatchObject({ status, progressPercent });
  });

  it('matches an independent calculation of progress', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const status = fc.constantFrom('todo', 'in_progress', 'done', 'skipped');

    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(status, { maxLength: 20 }), { maxLength: 6 }), async (statuses) => {
        const phases = statuses.map((items, position) => phase(position + 1, items));
        await pipeline.post('/api/ingest/scans', scan({ externalId: 'random', actionPlan: { phases } }));

        const { data } = (await person.get('/api/visibility/action-plan')).json();

        const all = statuses.flat();
        const completed = all.reduce((sum, one) => sum + Number(one === 'done'), 0);
        const total = all.reduce((sum, one) => sum + Number(one !== 'skipped'), 0);
        const percent = total === 0 ? null : Math.floor((2000 * completed + total) / (2 * total)) / 10;
        expect(data.progress).toEqual({ completed, total, percent });
      }),
      { numRuns: 15, seed: 20261121 },
    );
  });

  it('gives an item the same id in every scan, and another in every other organization', async () => {
    const items = [plannedItem({ externalId: 'claim' })];
    const one = await planned(phase(1, [], { items }));
    const other = await planned(phase(1, [], { items }));
    const later = scan({ completedAt: '2026-02-20T00:00:00Z', actionPlan: { phases: [phase(3, [], { items })] } });
    await one.pipeline.post('/api/ingest/scans', later);

    const { data } = (await one.person.get('/api/visibility/action-plan')).json();

    expect(data.phases[0].phase).toBe(3);
    expect(data.phases[0].items[0].id).toBe(one.data.phases[0].items[0].id);
    expect(data.phases[0].items[0].id).not.toBe(other.data.phases[0].items[0].id);
  });
});
