import { describe, expect, it } from 'vitest';
import { askingProcess } from '../helpers/asking-process.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import type { Behaviour } from '../helpers/upstream.ts';

const TYPES = ['nlq', 'explain', 'scoring', 'playbook'];

interface Run {
  run_type: string;
  input_params: { query?: string };
}

/** A portal with an insights service of the test and a signed-in user. */
async function asking(...behaviours: Behaviour[]) {
  return askingFrom(await homeForThisTest(), ...behaviours);
}

async function askingFrom(home: Record<string, string>, ...behaviours: Behaviour[]) {
  const asked = await askingProcess(home, ...behaviours);
  return { ...asked, who: await settle(asked.portal) };
}

const historyOf = async (portal: Awaited<ReturnType<typeof portalProcess>>, cookie: string) =>
  (await portal.visitor().get('/api/insights/history?limit=50', { cookie })).json();

describe('a pending question when the portal is killed', () => {
  it('is in the history once after the restart, as failed', async () => {
    const { upstream, variables, portal, who } = await asking(() => {});
    const lost = TYPES.map((type) =>
      who.person.post('/api/insights/query', { type, query: 'Why?' }).catch(() => 'lost'),
    );
    await expect.poll(() => upstream.asked.length).toBe(TYPES.length);
    // The row is inserted while the question is pending: a later read on the same connections waits for it.
    await Promise.all(Array.from({ length: 30 }, () => historyOf(portal, who.cookie)));

    await portal.kill();
    const outcomes = await Promise.all(lost);
    const second = await portalProcess(variables);
    const { runs, total } = await historyOf(second, who.cookie);

    expect(outcomes).toEqual(TYPES.map(() => 'lost'));
    expect(total).toBe(TYPES.length);
    expect(runs.map(({ run_type }: Run) => run_type).sort()).toEqual([...TYPES].sort());
    for (const run of runs)
      expect(run).toEqual({
        id: expect.any(String),
        run_type: expect.any(String),
        input_params: expect.objectContaining({ type: run.run_type }),
        result_data: { error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\.$/) } },
        execution_time_ms: expect.any(Number),
        tokens_used: 0,
        ai_provider: expect.any(String),
        ai_model: expect.any(String),
        completed_at: expect.stringMatching(/Z$/),
      });
  });
});
