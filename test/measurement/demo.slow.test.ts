import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { measurements } from '../../db/schema/index.ts';
import { DEMO } from '../../demo/seed.ts';
import { startDemoEngines } from '../../demo/services/engines/demo-engines.ts';
import { startDemoMeasurement } from '../../routers/measurement/demo.ts';
import { startDueRuns } from '../../routers/measurement/runs/scheduled-runs.ts';
import type { Env } from '../../server/env.ts';
import { seedDemoOf } from '../helpers/demo.ts';
import { endOfRun, MEASUREMENT } from '../helpers/engines.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const engines = await startDemoEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ own: true, env: engines.settings });

/** The administrator of the demo. */
async function dana() {
  await seedDemoOf(portal);
  const { cookies } = await portal.visitor().post('/api/auth/login', DEMO);
  const headers = { cookie: `portal_session=${cookies[0]?.value}` };
  const get = (url: string) => portal.inject({ url, headers });
  return { get: async (url: string) => (await get(url)).json().data, admin: { get } as unknown as Person };
}

/** A start of a portal, with the keys of assistants that its configuration has. */
async function started(settings: Partial<Env>) {
  const { env, database } = portal.deps;
  const keyless = Object.fromEntries(Object.keys(engines.settings).map((name) => [name, undefined]));
  const companion = await startDemoMeasurement({ ...env, ...keyless, ...settings } as Env, Promise.resolve(database));
  onTestFinished(async () => void (await companion?.stop()));
  return companion;
}

describe('A start of the demo', () => {
  it('measures once, by small servers whose answers say so', async () => {
    const { get, admin } = await dana();
    expect((await get(MEASUREMENT)).nextRunAt).toBeNull();

    const companion = await started({ SEED_DEMO: true });
    const plan = await get(MEASUREMENT);
    const fewer = { auditEnabled: false, readingsPerPrompt: 1 };
    await portal.deps.database.asMaintenance().update(measurements).set(fewer);
    await startDueRuns(portal.deps);
    const [run] = await get(`${MEASUREMENT}/runs`);
    const ended = await endOfRun(portal, admin, run.id);
    const answers = await get(`${MEASUREMENT}/runs/${run.id}/answers?limit=200`);
    const shown = await get('/api/visibility/aeo');
    await started({ SEED_DEMO: true });
    await startDueRuns(portal.deps);

    expect(companion?.settings).toMatchObject({ ENGINE_GEMINI_KEY: 'key-of-demo-gemini' });
    expect(plan).toMatchObject({ enabled: true, siteAudit: { enabled: true } });
    expect(ended).toMatchObject({ status: 'completed', progress: { done: 96, failed: 0 } });
    expect(
      answers.every(
        ({ model, text }: Record<string, string>) => /^demo-/.test(`${model}`) && /by a demo server\./.test(`${text}`),
      ),
    ).toBe(true);
    expect(shown).toMatchObject({ sample_size: 96, as_of: expect.stringMatching(/^20/) });
    expect(shown.visibility_score).toBeGreaterThan(25);
    expect(shown.visibility_score).toBeLessThan(75);
    expect(await get(`${MEASUREMENT}/runs`)).toHaveLength(1);
  });

  it('asks no assistant that the portal has a key of by itself', async () => {
    const { get } = await dana();

    const companion = await started({ SEED_DEMO: true, ENGINE_OPENAI_KEY: 'key-of-somebody' });

    expect(companion?.settings).toEqual({});
    expect(await get(MEASUREMENT)).toMatchObject({ enabled: false, nextRunAt: null });
  });

  it('is none where the demo is not wanted, or in production', async () => {
    await dana();

    expect(await started({ SEED_DEMO: false })).toBeUndefined();
    expect(await started({ SEED_DEMO: true, production: true })).toBeUndefined();
  });
});
