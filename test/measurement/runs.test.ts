import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  measurementAnswers,
  measurementRunEngines,
  measurementRuns,
  measurements,
  measurementUsage,
} from '../../db/schema/index.ts';
import { endKeylessCalls } from '../../routers/measurement/asking/record.ts';
import { startDueRuns } from '../../routers/measurement/runs/scheduled-runs.ts';
import { addPrompts, endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ besideOthers: true, env: engines.env });

beforeEach(() => {
  engines.behaviour.say = () => 'Example is excellent.';
  engines.behaviour.instead = undefined;
});

const start = (admin: Awaited<ReturnType<typeof portal.register>>) => admin.post(`${MEASUREMENT}/runs`);

/** An administrator with questions. */
async function asking(prompts = 2, readingsPerPrompt = 2) {
  const admin = await portal.register();
  await admin.put(MEASUREMENT, { readingsPerPrompt });
  await addPrompts(admin, prompts);
  return admin;
}

describe('A run', () => {
  it('asks all questions of all engines and becomes one scan, whose answers can be read', async () => {
    const admin = await asking();
    const { data: run, ...started } = (await start(admin)).json();

    const ended = await endOfRun(portal, admin, run.id);
    const answers = (await admin.get(`${MEASUREMENT}/runs/${run.id}/answers`)).json().data;
    const aeo = (await admin.get('/api/visibility/aeo')).json().data;
    const published = (await admin.get('/api/visibility/aeo/answers')).json().data;

    expect(started).toEqual({ ok: true });
    expect(run).toMatchObject({ status: 'queued', trigger: 'person', progress: { done: 0, failed: 0, total: 8 } });
    expect(ended).toMatchObject({ status: 'completed', progress: { done: 8, failed: 0, total: 8 } });
    expect(ended.scanRunId).not.toBeNull();
    expect(answers).toHaveLength(8);
    const asked = encodeURIComponent('question number 2');
    const to = (await admin.get(`${MEASUREMENT}/runs/${run.id}/answers?engine=openai&prompt=${asked}`)).json().data;
    expect(to.map(({ engine, prompt }: Record<string, string>) => [engine, prompt])).toEqual(
      Array.from({ length: 2 }, () => ['openai', 'question number 2']),
    );
    expect(answers[0]).toMatchObject({ model: 'demo-openai', mentioned: true, position: 1, sentiment: 1, facts: [] });
    expect(aeo).toMatchObject({ visibility_score: 100, accuracy_score: null, sample_size: 8 });
    expect(published).toHaveLength(8);
    expect((await admin.get(MEASUREMENT)).json().data.answers).toMatchObject({ used: 8, reserved: 0 });
  });

  it('keeps the scores of a pipeline, and computes its own where the measurement says so', async () => {
    const admin = await asking(1, 1);
    await (await admin.pipeline()).post('/api/ingest/scans', scan({ completedAt: '2026-01-01T00:00:00Z' }));
    const before = (await admin.get('/api/visibility/scores')).json().data;

    await endOfRun(portal, admin, (await start(admin)).json().data.id);
    const kept = (await admin.get('/api/visibility/scores')).json().data;
    await admin.put(MEASUREMENT, { scores: 'own' });
    await endOfRun(portal, admin, (await start(admin)).json().data.id);
    const own = (await admin.get('/api/visibility/scores')).json().data;

    expect(kept.components).toEqual(before.components);
    expect(JSON.stringify(own)).toContain('"discovery"');
  });

  it('is one at a time, fits the budget and 2,000 answers, and asks something', async () => {
    const admin = await asking(1, 1);
    const operator = await registerOperator(portal);
    const code = async () => (await start(admin)).json().code;
    const budget = (monthlyAnswers: number) => operator.put(`/api/operator/clients/${admin.orgId}`, { monthlyAnswers });

    await budget(1);
    expect(await code()).toBe('BUDGET_EXCEEDED');
    await operator.put(`/api/operator/clients/${admin.orgId}`, { monthlyAnswers: null, grants: { monthlyAnswers: 1 } });
    expect((await start(admin)).json()).toMatchObject({ code: 'PLAN_LIMIT', limit: 'monthlyAnswers' });
    await budget(100);
    const both = await Promise.all([start(admin), start(admin)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    expect(await code()).toBe('RUN_IN_PROGRESS');
    const { data } = (await admin.get(`${MEASUREMENT}/runs`)).json();
    expect((await admin.post(`${MEASUREMENT}/runs/${data[0].id}/cancel`)).json().data.status).toBe('cancelled');
    expect((await admin.post(`${MEASUREMENT}/runs/${data[0].id}/cancel`)).json().code).toBe('INVALID_TRANSITION');
    await admin.put(MEASUREMENT, {
      engines: [
        { engine: 'openai', enabled: false },
        { engine: 'perplexity', enabled: false },
      ],
    });
    expect(await code()).toBe('NOTHING_TO_ASK');
  });

  it('is for administrators, and for the client alone', async () => {
    const admin = await asking(1, 1);
    const stranger = await portal.register();
    const member = await portal.join(admin);
    const { data: run } = (await start(admin)).json();

    expect((await start(member as typeof admin)).statusCode).toBe(403);
    expect((await member.get(`${MEASUREMENT}/runs/${run.id}`)).statusCode).toBe(200);
    for (const path of [run.id, `${run.id}/answers`, 'nonsense'])
      expect((await stranger.get(`${MEASUREMENT}/runs/${path}`)).statusCode).toBe(404);
    await endOfRun(portal, admin, run.id);
  });

  it('is incomplete, and no scan, where an engine refuses; refused calls are given back', async () => {
    const admin = await asking(1, 1);
    engines.behaviour.instead = ({ headers }, response) => {
      if (!headers.authorization?.includes('perplexity')) return false;
      response.writeHead(401).end('{}');
      return true;
    };

    const ended = await endOfRun(portal, admin, (await start(admin)).json().data.id);

    expect(ended).toMatchObject({ status: 'incomplete', progress: { done: 1, failed: 1, total: 2 }, scanRunId: null });
    expect(ended.engines[1]).toMatchObject({ engine: 'perplexity', lastError: 'The engine refuses the key (401).' });
    expect((await admin.get(`${MEASUREMENT}/runs/${ended.id}/answers`)).json().data).toHaveLength(1);
    expect((await admin.get(MEASUREMENT)).json().data.answers.used).toBe(1);
    expect((await admin.get('/api/visibility/aeo')).json().data.sample_size).toBe(0);
  });

  it('waits for an engine that limits its calls, which is no try', async () => {
    const admin = await asking(1, 1);
    let limited = 0;
    engines.behaviour.instead = (_call, response) => {
      if (limited >= 4) return false;
      limited += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
      return true;
    };

    const ended = await endOfRun(portal, admin, (await start(admin)).json().data.id);

    expect(ended).toMatchObject({ status: 'completed', progress: { done: 2, failed: 0 } });
  });

  it('asks an engine at most four calls at once', async () => {
    const admin = await asking(4, 3);

    await endOfRun(portal, admin, (await start(admin)).json().data.id);

    expect(Math.max(engines.openai.mostAtOnce(), engines.perplexity.mostAtOnce())).toBeLessThanOrEqual(4);
  });

  it('goes on after a process died: answered cells are not asked again, and lost calls stay counted', async () => {
    const admin = await asking(1, 2);
    const { data: run } = (await start(admin)).json();
    const dead = { status: 'sent', worker: 2 ** 31 - 1 } as const;
    const rows = portal.deps.database.asMaintenance();
    await rows.update(measurementAnswers).set(dead).where(eq(measurementAnswers.runId, run.id));
    await rows.update(measurementUsage).set({ used: 4 }).where(eq(measurementUsage.clientId, admin.orgId));

    const ended = await endOfRun(portal, admin, run.id);

    expect(ended).toMatchObject({ status: 'completed', progress: { done: 4, failed: 0, total: 4 } });
  });

  it('ends where the key of an assistant was taken away, and asks the models that it began with', async () => {
    const admin = await asking(1, 1);
    const { data: run } = (await start(admin)).json();
    const rows = portal.deps.database.asMaintenance();
    const ofRun = eq(measurementRunEngines.runId, run.id);
    await rows.update(measurementRunEngines).set({ model: 'model-before' }).where(ofRun);
    await endKeylessCalls(rows, ['openai']);
    const young = (await admin.get(`${MEASUREMENT}/runs/${run.id}`)).json().data;
    const longAgo = { createdAt: new Date(Date.now() - 11 * 60_000) };
    await rows.update(measurementRuns).set(longAgo).where(eq(measurementRuns.id, run.id));
    await endKeylessCalls(rows, ['openai']);

    const ended = await endOfRun(portal, admin, run.id);

    expect(young.progress.failed).toBe(0);
    expect(ended).toMatchObject({ status: 'incomplete', progress: { done: 1, failed: 1 } });
    expect(ended.engines[1].lastError).toBe('The portal has no key of this assistant any more.');
    expect(engines.openai.calls.at(-1)?.body.model).toBe('model-before');
  });

  it('is read again after an alias was added, and replaces its scan', async () => {
    const admin = await asking(1, 1);
    engines.behaviour.say = () => 'The Sample is good.';
    const ended = await endOfRun(portal, admin, (await start(admin)).json().data.id);
    const rate = async () => (await admin.get('/api/visibility/aeo')).json().data.visibility_score;

    const before = await rate();
    await admin.put(MEASUREMENT, { aliases: ['The Sample'] });
    const recounted = await admin.post(`${MEASUREMENT}/runs/${ended.id}/recount`);

    expect(before).toBe(0);
    expect(recounted.json().data).toEqual(ended);
    expect(await rate()).toBe(100);
    expect((await admin.get(`${MEASUREMENT}/runs/${ended.id}/answers`)).json().data[0].mentioned).toBe(true);
  });

  it('begins by the schedule, once', async () => {
    const admin = await asking(1, 1);
    await admin.put(MEASUREMENT, { enabled: true });
    const due = { nextRunAt: new Date(Date.now() - 60_000) };
    await portal.deps.database
      .asMaintenance()
      .update(measurements)
      .set(due)
      .where(eq(measurements.clientId, admin.orgId));

    await Promise.all([startDueRuns(portal.deps), startDueRuns(portal.deps)]);
    const { data } = (await admin.get(`${MEASUREMENT}/runs`)).json();

    expect(data).toMatchObject([{ trigger: 'schedule' }]);
    expect(Date.parse((await admin.get(MEASUREMENT)).json().data.nextRunAt)).toBeGreaterThan(Date.now());
    await endOfRun(portal, admin, data[0].id);
  });

  it('makes one task of a wrong fact, however often it is stated', async () => {
    const admin = await asking(1, 2);
    await admin.put('/api/auth/org', { phone: '+1 207 555 0142' });
    engines.behaviour.say = () => 'Example has the phone 207-555-0199.';

    await endOfRun(portal, admin, (await start(admin)).json().data.id);
    const tasks = (await admin.get('/api/dashboard/action-items')).json();

    expect(tasks).toMatchObject([
      { title: 'Correct a wrong phone number in AI answers: +12075550199', source: 'scan', about: 'measurement' },
    ]);
    expect((await admin.get('/api/visibility/aeo')).json().data.accuracy_score).toBe(0);
  });

  it('writes the task in German for an organization in a country that speaks it', async () => {
    const admin = await asking(1, 1);
    await admin.put('/api/auth/org', { phone: '+49 30 901820', address: 'Rathausstr. 15, 10178 Berlin, Germany' });
    engines.behaviour.say = () => 'Example has the phone 030 901821.';

    await endOfRun(portal, admin, (await start(admin)).json().data.id);

    expect((await admin.get('/api/dashboard/action-items')).json()).toMatchObject([
      {
        title: expect.stringMatching(/^Falsche Telefonnummer in KI-Antworten korrigieren: /),
        description: expect.stringMatching(/ nennt .*Das steht nicht in Ihrem Profil\./),
      },
    ]);
  });
});
