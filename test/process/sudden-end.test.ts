import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { homeForThisTest, type PortalProcess, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';
import { silent, upstreamForThisTest } from '../helpers/upstream.ts';

interface Account {
  email: string;
  password: string;
}

/** Repeats the work until the portal no longer responds, and returns the earlier results. */
async function untilItDies(work: () => Promise<void>) {
  for (;;) {
    try {
      await work();
    } catch {
      return;
    }
  }
}

/** Registers and ingests concurrently. The lists hold what was acknowledged. */
function load(portal: PortalProcess, pipelines: Awaited<ReturnType<typeof settle>>[]) {
  const registered: Account[] = [];
  const ingested = pipelines.map(() => [] as string[]);
  let score = 0;

  const register = async () => {
    const account = { email: `${randomUUID()}@example.com`, password: `a password ${randomUUID()}` };
    const { status } = await portal.visitor().post('/api/auth/register', account);
    if (status === 201) registered.push(account);
  };
  const ingest = async (which: number) => {
    const number = ++score / 100;
    const overall = { rawScore: 50, dynamicScore: 50, confidence: number % 1 };
    const parts = { listings: [], recommendations: [{ ...recommendation, externalId: String(number) }] };
    const response = await pipelines[which]?.pipeline.post('/api/ingest/scans', scan({ overall, ...parts }));
    if (response?.status === 201) ingested[which]?.push(response.json().runId);
  };

  const loops = [
    ...[1, 2, 3, 4].map(() => untilItDies(register)),
    ...pipelines.flatMap((_, which) => [1, 2].map(() => untilItDies(() => ingest(which)))),
  ];
  return { registered, ingested, over: Promise.all(loops) };
}

const recommendation = {
  title: 'Correct directory listings',
  description: 'Bring them into agreement.',
  impact: 'high',
  effort: 'low',
  category: 'listings',
  priorityScore: 80,
  status: 'open',
};

const TYPES = ['nlq', 'explain', 'scoring', 'playbook'];

/** Asks a question of each type, which none answers before the portal is killed. */
async function pendingQuestions(portal: PortalProcess, asked: unknown[]) {
  const { person, cookie } = await settle(portal);
  const lost = TYPES.map((type) => person.post('/api/insights/query', { type, query: 'Why?' }).catch(() => 'lost'));
  await expect.poll(() => asked.length).toBe(TYPES.length);
  // The row is inserted while the question is pending: a later read on the same connections waits for it.
  await Promise.all(Array.from({ length: 30 }, () => person.get('/api/insights/history')));
  return { cookie, lost: Promise.all(lost) };
}

it('a portal killed under load loses no acknowledged data, stores complete scans only, and has pending questions as failed', async () => {
  const upstream = await upstreamForThisTest(silent);
  const insights = { INSIGHTS_URL: upstream.url, INSIGHTS_SECRET: randomBytes(32).toString('base64') };
  const variables = { ...(await homeForThisTest()), ...insights, INSIGHTS_TIMEOUT_MS: '60000' };
  const first = await portalProcess(variables);
  const asker = await pendingQuestions(first, upstream.asked);
  const pipelines = [await settle(first), await settle(first)];
  const { registered, ingested, over } = load(first, pipelines);
  await expect
    .poll(() => Math.min(registered.length, ...ingested.map(({ length }) => length)), { timeout: 60_000 })
    .toBeGreaterThan(5);

  await first.kill();
  await over;
  const second = await portalProcess(variables);
  const get = async (path: string, cookie: string) => (await second.visitor().get(path, { cookie })).json();
  const signIns = await Promise.all(registered.map((account) => second.visitor().post('/api/auth/login', account)));
  const stored = await Promise.all(
    pipelines.map(async ({ cookie }) => ({
      scores: (await get('/api/visibility/scores', cookie)).data,
      history: (await get('/api/visibility/score-history?limit=365', cookie)).data,
    })),
  );
  const { runs, total } = await get('/api/insights/history?limit=50', asker.cookie);

  expect(signIns.map(({ status }) => status)).toEqual(registered.map(() => 200));
  const { tiers, components } = scan();
  for (const [which, { scores, history }] of stored.entries()) {
    const kept = new Set(history.map(({ runId }: { runId: string }) => runId));
    expect(ingested[which]?.filter((runId) => !kept.has(runId))).toEqual([]);
    // All scans have the same time; the latest is the one created last.
    expect(scores).toMatchObject({ runId: history.at(-1).runId, tiers, components });
  }
  expect(await asker.lost).toEqual(TYPES.map(() => 'lost'));
  expect(total).toBe(TYPES.length);
  expect(runs.map(({ run_type }: { run_type: string }) => run_type).sort()).toEqual([...TYPES].sort());
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
