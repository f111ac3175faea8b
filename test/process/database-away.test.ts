import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { pressure, unfit } from '../helpers/pressure.ts';
import { homeForThisTest, type PortalProcess, portalProcess, settle } from '../helpers/process.ts';
import { wireTo } from '../helpers/tcp-proxy.ts';

/** A portal that reaches its database through a proxy, with a signed-in user. */
async function farFromItsDatabase() {
  const variables = await homeForThisTest();
  const direct = new URL((variables as Record<string, string>).DATABASE_URL ?? '');
  const wire = await wireTo({ host: direct.hostname, port: Number(direct.port || 5432) });
  const far = new URL(direct);
  far.hostname = '127.0.0.1';
  far.port = String(wire.port);
  const portal = await portalProcess({ ...variables, DATABASE_URL: far.href });
  return { wire, direct: direct.href, portal, who: await settle(portal) };
}

// A stopped process refuses connections; its last output explains why.
const dead = (portal: PortalProcess) => (error: unknown) => {
  throw new Error(`The portal does not answer: ${JSON.stringify(portal.causeOfDeath())}`, { cause: error });
};

const readiness = async (portal: PortalProcess) => {
  const { status, json } = await portal.local.get('/readyz').catch(dead(portal));
  return { status, database: json().dependencies.database };
};

/** Expects everything that was acknowledged to be stored. */
async function expectKept(
  portal: PortalProcess,
  cookie: string,
  { registered, ingested }: ReturnType<typeof pressure>,
) {
  const history = await portal.visitor().get('/api/visibility/score-history?limit=365', { cookie });
  expect(history.status, JSON.stringify(history.json())).toBe(200);
  const kept = new Set(history.json().data.map(({ runId }: { runId: string }) => runId));
  const signIns = await Promise.all(registered.map((account) => portal.visitor().post('/api/auth/login', account)));

  expect(ingested.slice(-300).filter((runId) => !kept.has(runId))).toEqual([]);
  expect(signIns.map(({ status }) => status)).toEqual(registered.map(() => 200));
}

/** Expects twenty concurrent requests to succeed, several times in a row. */
async function isWell(portal: PortalProcess, cookie: string) {
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => portal.visitor().get('/api/auth/account/profile', { cookie })),
    ).catch(dead(portal));
    if (answers.some(({ status }) => status !== 200)) return false;
  }
  return true;
}

describe.skipIf(!onServer())('a database failure under load:', () => {
  it('a restart causes 503 and no other error', async () => {
    const { wire, portal, who } = await farFromItsDatabase();
    const load = pressure(portal, who);
    await expect.poll(() => load.seen.length).toBeGreaterThan(200);

    wire.refuse();
    await expect.poll(() => readiness(portal)).toEqual({ status: 503, database: 'down' });
    await pause(2000);
    await wire.heal();
    await expect.poll(() => readiness(portal)).toEqual({ status: 200, database: 'up' });
    await expect.poll(() => isWell(portal, who.cookie)).toBe(true);
    await load.stop();

    expect(unfit(load.seen)).toEqual([]);
    expect(load.seen.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    expect(portal.causeOfDeath()).toBeUndefined();
    await expectKept(portal, who.cookie, load);
  });
});
