import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askingProcess } from '../helpers/asking-process.ts';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { wireTo } from '../helpers/tcp-proxy.ts';
import { type Behaviour, well } from '../helpers/upstream.ts';

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

  it('is not changed by the start of another portal on the same database', async ({ skip }) => {
    let release = () => {};
    const { upstream, variables, portal, who } = await asking((response) => {
      release = () => void response.writeHead(500).end();
    });
    skip(!('DATABASE_URL' in variables), 'An embedded database belongs to one process.');
    const answer = who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' });
    await expect.poll(() => upstream.asked.length).toBe(1);

    const other = await portalProcess(variables);
    await Promise.all(Array.from({ length: 30 }, () => historyOf(other, who.cookie)));
    const meanwhile = await historyOf(other, who.cookie);
    release();
    const { status } = await answer;

    expect(meanwhile).toMatchObject({ runs: [], total: 0 });
    expect(status).toBe(500);
    await expect
      .poll(async () => (await historyOf(portal, who.cookie)).runs, { interval: 250 })
      .toEqual([expect.objectContaining({ result_data: { error: expect.objectContaining({ code: 'INTERNAL' }) } })]);
  });
});

it('every answered question is in the history after kill -9', async () => {
  const { variables, portal, who } = await asking();
  const answered: string[] = [];
  const ask = async (number: number) => {
    const query = `Question ${number}`;
    const response = await who.person.post('/api/insights/query', { type: 'nlq', query }).catch(() => undefined);
    if (response?.status === 200) answered.push(query);
  };
  const asked = Array.from({ length: 45 }, (_, number) => ask(number));
  await expect.poll(() => answered.length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(4);

  await portal.kill();
  await Promise.all(asked);
  const second = await portalProcess(variables);
  // Pending runs are marked failed at the start, so the history is final when its total is stable.
  await expect
    .poll(async () => (await historyOf(second, who.cookie)).total, { timeout: 40_000, interval: 1000 })
    .toBeGreaterThanOrEqual(answered.length);
  const { runs, total } = await historyOf(second, who.cookie);

  const kept = runs.map(({ input_params }: Run) => input_params.query);
  expect(answered.filter((query) => !kept.includes(query))).toEqual([]);
  expect(new Set(kept).size).toBe(total);
});

describe.skipIf(!onServer())('a pending question when the database', () => {
  it.each([
    ['restarts', 'refuse'],
    ['stops responding', 'silence'],
  ] as const)('%s is answered, and is in the history once the database recovers', async (_what, fault) => {
    let release = () => {};
    const home: Record<string, string> = await homeForThisTest();
    const far = new URL(home.DATABASE_URL ?? '');
    const wire = await wireTo({ host: far.hostname, port: Number(far.port || 5432) });
    [far.hostname, far.port] = ['127.0.0.1', String(wire.port)];
    const { upstream, portal, who } = await askingFrom({ ...home, DATABASE_URL: far.href }, (response) => {
      release = () => void well(response, response.req);
    });
    const asked = who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' });
    await expect.poll(() => upstream.asked.length).toBe(1);

    wire[fault]();
    release();
    const { status } = await asked;
    await pause(6000);
    await wire.heal();

    expect(status).toBe(200);
    await expect
      .poll(async () => (await historyOf(portal, who.cookie).catch(() => ({}))).total, {
        timeout: 30_000,
        interval: 500,
      })
      .toBe(1);
    await pause(6000);
    expect(await historyOf(portal, who.cookie)).toMatchObject({ total: 1, runs: [{ tokens_used: 321 }] });
  });
});
