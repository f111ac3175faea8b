import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { homeForThisTest, type PortalProcess, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';

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

it('a portal killed under load loses no acknowledged data, and stores complete scans only', async () => {
  const variables = await homeForThisTest();
  const first = await portalProcess(variables);
  const pipelines = [await settle(first), await settle(first)];
  const { registered, ingested, over } = load(first, pipelines);
  await expect
    .poll(() => Math.min(registered.length, ...ingested.map(({ length }) => length)), { timeout: 60_000 })
    .toBeGreaterThan(5);

  await first.kill();
  await over;
  const second = await portalProcess(variables);
  const read = async (path: string, cookie: string) => (await second.visitor().get(path, { cookie })).json().data;
  const signIns = await Promise.all(registered.map((account) => second.visitor().post('/api/auth/login', account)));
  const stored = await Promise.all(
    pipelines.map(async ({ cookie }) => ({
      scores: await read('/api/visibility/scores', cookie),
      history: await read('/api/visibility/score-history?limit=365', cookie),
    })),
  );

  expect(signIns.map(({ status }) => status)).toEqual(registered.map(() => 200));
  const { tiers, components } = scan();
  for (const [which, { scores, history }] of stored.entries()) {
    const kept = new Set(history.map(({ runId }: { runId: string }) => runId));
    expect(ingested[which]?.filter((runId) => !kept.has(runId))).toEqual([]);
    // All scans have the same time; the latest is the one created last.
    expect(scores).toMatchObject({ runId: history.at(-1).runId, tiers, components });
  }
});
