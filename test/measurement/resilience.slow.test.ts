import type { ServerResponse } from 'node:http';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { measurementAnswers, measurementRuns, measurementUsage } from '../../db/schema/index.ts';
import { asker } from '../../routers/measurement/asking/asker.ts';
import { claimCall, thisAnswer, thisRun, usedOrReserved } from '../../routers/measurement/asking/claim.ts';
import { recordCallFailure } from '../../routers/measurement/asking/record.ts';
import { EngineFailure } from '../../routers/measurement/engines/failure.ts';
import { finishRuns } from '../../routers/measurement/runs/finish-run.ts';
import { eraseAfterGrace } from '../helpers/archives.ts';
import { onServer } from '../helpers/database.ts';
import { addPrompts, endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { untilOneWaits } from '../helpers/lock-waits.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ env: engines.env });
const rows = () => portal.deps.database.asMaintenance();

/** A process that is no more. */
const DEAD = 2 ** 31 - 1;

beforeEach(() => {
  engines.behaviour.say = () => 'Example is excellent.';
  engines.behaviour.instead = undefined;
  engines.behaviour.modelOf = undefined;
});

/** A run of some questions, once each by both engines. */
async function runOf(prompts: number) {
  const admin = await portal.register();
  await admin.put(MEASUREMENT, { readingsPerPrompt: 1 });
  await addPrompts(admin, prompts);
  const { data } = (await admin.post(`${MEASUREMENT}/runs`)).json();
  return { admin, run: data.id as string };
}

const claimBy = (worker: number, engine: 'openai' | 'perplexity' = 'openai') =>
  claimCall(rows(), { engine, worker, atOnce: 10_000 });

const usedOf = async ({ orgId }: Person) => {
  const [usage] = await rows().select().from(measurementUsage).where(eq(measurementUsage.clientId, orgId));
  return usage?.used ?? 0;
};

/** Calls that wait for another try wait no longer. */
const hurry = (run: string) =>
  rows()
    .update(measurementAnswers)
    .set({ notBefore: new Date(0) })
    .where(and(eq(measurementAnswers.runId, run), eq(measurementAnswers.status, 'waiting')));

/** The questions that both engines got, sorted. */
const asked = (before: { openai: number; perplexity: number }) =>
  [...engines.openai.calls.slice(before.openai), ...engines.perplexity.calls.slice(before.perplexity)]
    .map(({ question }) => question)
    .sort();

const soFar = () => ({ openai: engines.openai.calls.length, perplexity: engines.perplexity.calls.length });

describe('A process that dies', () => {
  it('before it sends a call leaves it to another, which asks each cell once', async () => {
    const { admin, run } = await runOf(3);
    const before = soFar();
    await claimBy(DEAD);
    await claimBy(DEAD, 'perplexity');

    const ended = await endOfRun(portal, admin, run);

    expect(ended).toMatchObject({ status: 'completed', progress: { done: 6, failed: 0 } });
    expect(asked(before)).toEqual([1, 1, 2, 2, 3, 3].map((number) => `question number ${number}`));
    // Nobody knows whether the engine took the two.
    expect(await usedOf(admin)).toBe(8);
  });

  it('or that could not store what it has sent, keeps no run open', async () => {
    const { admin, run } = await runOf(1);
    await claimBy(portal.deps.worker);
    await rows()
      .update(measurementAnswers)
      .set({ askedAt: new Date(Date.now() - 6 * 60_000) })
      .where(and(eq(measurementAnswers.runId, run), eq(measurementAnswers.status, 'sent')));

    expect((await endOfRun(portal, admin, run)).progress).toEqual({ done: 2, failed: 0, total: 2 });
  });

  it('after answers were stored, or while it published them, leaves one scan and asks nothing again', async () => {
    const { admin, run } = await runOf(2);
    while ((await admin.get(`${MEASUREMENT}/runs/${run}`)).json().data.progress.done < 4) {
      await portal.deps.use(asker).askDue();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const before = soFar();

    const publishing = Array.from({ length: 3 }, () => finishRuns(portal.deps));
    await Promise.all(publishing);
    const ended = await endOfRun(portal, admin, run);
    await finishRuns(portal.deps);

    expect(ended.status).toBe('completed');
    expect(asked(before)).toEqual([]);
    expect((await admin.get('/api/visibility/aeo/history')).json().data).toHaveLength(1);
  });

  it('with calls that may have been taken leaves the budget whole: what is lost is not asked beyond it', async () => {
    const { admin, run } = await runOf(2);
    const operator = await registerOperator(portal);
    await operator.put(`/api/operator/clients/${admin.orgId}`, { monthlyAnswers: 4 });
    const before = soFar();
    const claims = [await claimBy(DEAD, 'openai'), await claimBy(DEAD, 'perplexity')];
    // The portal may have been quicker.
    const lost = claims.filter((claim) => claim?.runId === run).length;
    const hurried = setInterval(() => void hurry(run).catch(() => {}), 100);

    const ended = await endOfRun(portal, admin, run).finally(() => clearInterval(hurried));

    expect(ended.progress).toMatchObject({ done: 4 - lost, failed: lost });
    if (lost > 0) expect(JSON.stringify(ended.engines)).toContain('The answers of the month are used up.');
    expect(asked(before)).toHaveLength(4 - lost);
    expect(await usedOf(admin)).toBe(4);
  });

  it('while the budget is read, has each of its claims counted as used or as waiting', async () => {
    const { admin, run } = await runOf(20);
    const counted: number[] = [];
    let isClaiming = true;
    const reading = (async () => {
      while (isClaiming) counted.push(await usedOrReserved(rows(), { clientId: admin.orgId, runId: run }));
    })();

    for (let call = 0; call < 20; call++) await Promise.all([claimBy(DEAD), claimBy(DEAD, 'perplexity')]);
    isClaiming = false;
    await reading;

    // Lost calls that are asked again count twice.
    expect(Math.min(...counted)).toBeGreaterThanOrEqual(40);
  });
});

describe('A run', () => {
  it('whose engine changes its model goes on, and is not compared with the one before', async () => {
    const { admin, run } = await runOf(5);
    await endOfRun(portal, admin, run);
    const { data: next } = (await admin.post(`${MEASUREMENT}/runs`)).json();
    engines.behaviour.modelOf = (question) => (question.endsWith('5') ? 'demo-newer' : undefined);

    const ended = await endOfRun(portal, admin, next.id);
    const answers = (await admin.get(`${MEASUREMENT}/runs/${next.id}/answers?engine=openai`)).json().data;
    const history = (await admin.get('/api/visibility/aeo/history')).json().data;

    expect(ended.status).toBe('completed');
    expect(answers.map(({ model }: { model: string }) => model).sort()).toEqual([
      'demo-newer',
      ...Array.from({ length: 4 }, () => 'demo-openai'),
    ]);
    expect(history.at(-1).change).toMatchObject({
      verdict: 'not_comparable',
      value: null,
      notComparable: [{ reason: 'other_models' }],
    });
  });

  it('of a suspended client waits, and goes on when it is resumed', async () => {
    const { admin, run } = await runOf(1);
    const operator = await registerOperator(portal);
    const before = soFar();

    await operator.post(`/api/operator/clients/${admin.orgId}/suspend`, { reason: 'Not paid.' });
    const claimed = await claimBy(DEAD);
    await finishRuns(portal.deps);
    await operator.post(`/api/operator/clients/${admin.orgId}/resume`);
    const ended = await endOfRun(portal, admin, run);

    expect(claimed).toBeUndefined();
    expect(ended.status).toBe('completed');
    expect(asked(before)).toHaveLength(2);
  });

  it('of an erased client ends with it, an answer that comes afterwards too', async () => {
    const { admin, run } = await runOf(1);
    const { admin: other, run: others } = await runOf(1);
    const operator = await registerOperator(portal);
    const held: ServerResponse[] = [];
    engines.behaviour.instead = (_call, response) => held.push(response) > 0;
    await portal.deps.use(asker).askDue();
    await expect.poll(() => held.length).toBe(4);
    await operator.post(`/api/operator/clients/${admin.orgId}/erase`, { name: admin.orgName });
    await eraseAfterGrace(portal, admin);
    engines.behaviour.instead = undefined;
    for (const response of held) response.writeHead(200).end('{}');

    const ended = await endOfRun(portal, other, others);

    const left = await rows().select().from(measurementRuns).where(eq(measurementRuns.id, run));
    expect(left).toEqual([]);
    expect(ended.status).toBe('completed');
  });

  it.skipIf(!onServer())(
    'is locked before its calls, so that a claim and a refused call wait for one another',
    async () => {
      const { admin, run } = await runOf(1);
      const call = await claimBy(DEAD);
      if (!call) throw new Error('Nothing waits.');

      const refusal = await rows().transaction(async (tx) => {
        await tx.update(measurementRuns).set({ status: 'running' }).where(thisRun(call));
        const waiting = recordCallFailure(rows(), call, new EngineFailure('refused', 'No.'));
        await untilOneWaits(portal);
        await tx.update(measurementAnswers).set({ error: 'Touched.' }).where(thisAnswer(call));
        return { waiting };
      });

      await expect(refusal.waiting).resolves.toBeUndefined();
      await hurry(run);
      expect((await endOfRun(portal, admin, run)).status).toBe('completed');
    },
  );
});
