import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { homeForThisTest, type PortalProcess, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';

const LONG = 180_000;

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

it('a portal killed under load loses no acknowledged data', { timeout: LONG }, async () => {
  const variables = await homeForThisTest();
  const first = await portalProcess(variables);
  const pipelines = [await settle(first), await settle(first)];
  const { registered, ingested, over } = load(first, pipelines);
  await expect
    .poll(() => Math.min(registered.length, ...ingested.map(({ length }) => length)), { timeout: 60_000 })
    .toBeGreaterThan(20);

  await first.kill();
  await over;
  const second = await portalProcess(variables);
  const signIns = await Promise.all(registered.map((account) => second.visitor().post('/api/auth/login', account)));
  const histories = await Promise.all(
    pipelines.map(({ cookie }) => second.visitor().get('/api/visibility/score-history?limit=365', { cookie })),
  );

  expect(signIns.map(({ status }) => status)).toEqual(registered.map(() => 200));
  for (const [which, { json }] of histories.entries()) {
    const kept = new Set(json().data.map(({ runId }: { runId: string }) => runId));
    expect(ingested[which]?.filter((runId) => !kept.has(runId))).toEqual([]);
  }
});

it('a portal killed under load stores complete scans only', { timeout: LONG }, async () => {
  const variables = await homeForThisTest();
  const first = await portalProcess(variables);
  const pipelines = [await settle(first)];
  const { ingested, over } = load(first, pipelines);
  await expect.poll(() => ingested[0]?.length, { timeout: 60_000 }).toBeGreaterThan(20);

  await first.kill();
  await over;
  const second = await portalProcess(variables);
  const cookie = pipelines[0]?.cookie ?? '';
  const { data: scores } = (await second.visitor().get('/api/visibility/scores', { cookie })).json();
  const { data: history } = (await second.visitor().get('/api/visibility/score-history?limit=365', { cookie })).json();

  // All scans have the same time; the latest is the one created last.
  const { tiers, components } = scan();
  expect(scores).toMatchObject({ runId: history.at(-1).runId, tiers, components });
  expect(history.length).toBeGreaterThanOrEqual(ingested[0]?.length ?? 0);
});
