import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { measurementAnswers, measurementRuns, measurements } from '../../db/schema/index.ts';
import { sweepRuns } from '../../routers/measurement/retention.ts';
import { notifyLeftOut } from '../../routers/measurement/runs/notify-left-out.ts';
import { startDueRuns } from '../../routers/measurement/runs/scheduled-runs.ts';
import { addPrompts, endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { registerVerified } from '../helpers/notices.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ env: engines.env });
const maintenance = () => portal.deps.database.asMaintenance();

const DUE = new Date(Date.now() - 60_000);

/** Makes the next run due, and begins what is. */
async function due({ orgId }: Person) {
  await maintenance().update(measurements).set({ nextRunAt: DUE }).where(eq(measurements.clientId, orgId));
  await Promise.all([startDueRuns(portal.deps), startDueRuns(portal.deps)]);
  await notifyLeftOut(portal.deps);
}

const plan = async (admin: Person) => (await admin.get(MEASUREMENT)).json().data;
const runs = async (admin: Person) => (await admin.get(`${MEASUREMENT}/runs`)).json().data;
const told = async ({ email }: Person) =>
  (await portal.mailTo(email)).filter(({ subject }) => subject === 'A scheduled measurement was left out');

async function scheduled() {
  const admin = await registerVerified(portal);
  await admin.put(MEASUREMENT, { enabled: true, readingsPerPrompt: 1 });
  await addPrompts(admin, 1);
  return admin;
}

describe('A scheduled run', () => {
  it('that does not fit is left out, and administrators are told once', async () => {
    const admin = await scheduled();
    const operator = await registerOperator(portal);
    const budget = (monthlyAnswers: number) => operator.put(`/api/operator/clients/${admin.orgId}`, { monthlyAnswers });

    await budget(1);
    await due(admin);
    const first = await plan(admin);
    await due(admin);
    const [mail, ...others] = await told(admin);
    await budget(100);
    await due(admin);

    expect(first.leftOut).toEqual({ at: DUE.toISOString(), reason: 'BUDGET_EXCEEDED' });
    expect(Date.parse(first.nextRunAt)).toBeGreaterThan(Date.now());
    expect(mail?.text).toContain('do not fit into the budget of this month');
    expect(others).toEqual([]);
    expect((await plan(admin)).leftOut).toBeNull();
    const [run] = await runs(admin);
    expect(run).toMatchObject({ trigger: 'schedule' });
    await endOfRun(portal, admin, run.id);
  });

  it('that finds another under way, or nothing to ask, is left out for that reason', async () => {
    const admin = await scheduled();
    const { data: run } = (await admin.post(`${MEASUREMENT}/runs`)).json();

    await due(admin);
    const busy = (await plan(admin)).leftOut.reason;
    await endOfRun(portal, admin, run.id);
    const off = ['openai', 'perplexity'].map((engine) => ({ engine, enabled: false }));
    await admin.put(MEASUREMENT, { engines: off });
    await due(admin);

    expect(busy).toBe('RUN_IN_PROGRESS');
    expect((await plan(admin)).leftOut.reason).toBe('NOTHING_TO_ASK');
    expect(await told(admin)).toHaveLength(2);
  });

  it('of a suspended client is left out without a word, and goes on with the next', async () => {
    const admin = await scheduled();
    const operator = await registerOperator(portal);

    await operator.post(`/api/operator/clients/${admin.orgId}/suspend`, { reason: 'Not paid.' });
    await due(admin);
    await operator.post(`/api/operator/clients/${admin.orgId}/resume`);

    expect(await runs(admin)).toEqual([]);
    expect(Date.parse((await plan(admin)).nextRunAt)).toBeGreaterThan(Date.now());
    expect(await told(admin)).toEqual([]);
  });
});

it('forgets runs and their answers after 400 days', async () => {
  const admin = await scheduled();
  const ids = [];
  for (const days of [401, 399]) {
    const { data: run } = (await admin.post(`${MEASUREMENT}/runs`)).json();
    await endOfRun(portal, admin, run.id);
    const createdAt = new Date(Date.now() - days * 86_400_000);
    await maintenance().update(measurementRuns).set({ createdAt }).where(eq(measurementRuns.id, run.id));
    ids.push(run.id);
  }

  await sweepRuns(portal.deps);

  const kept = await maintenance()
    .select({ run: measurementAnswers.runId })
    .from(measurementAnswers)
    .where(eq(measurementAnswers.clientId, admin.orgId));
  expect((await runs(admin)).map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
  expect(new Set(kept.map(({ run }) => run))).toEqual(new Set([ids[1]]));
  expect((await admin.get('/api/visibility/aeo/history')).json().data).toHaveLength(2);
});
