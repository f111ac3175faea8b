import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onServer } from '../helpers/database.ts';
import {
  childrenOf,
  freePort,
  freshHome,
  homeForThisTest,
  isAlive,
  launch,
  type PortalProcess,
  portalProcess,
  settle,
  startPortal,
} from '../helpers/process.ts';

/** The ids of the processes that answered requests, from the log. */
const serving = (portal: PortalProcess) =>
  new Set(portal.log().flatMap(({ pid, reqId }) => (reqId ? [Number(pid)] : [])));

/** Returns the workers that serve, of which each has answered. */
const serversOf = (portal: PortalProcess) => async () => {
  // One connection per request: connections are distributed among workers.
  const ask = () => portal.visitor().get('/healthz', { connection: 'close' });
  await Promise.all(Array.from({ length: 8 }, ask));
  return [...serving(portal)].filter(isAlive);
};

/** Starts two workers and waits until both serve requests. */
async function twoWorkers() {
  const portal = await portalProcess({ ...(await homeForThisTest()), WORKERS: '2' });
  const both = serversOf(portal);
  await expect.poll(both).toHaveLength(2);
  return { portal, both };
}

/** Stops a process as a debugger or a full machine may; its connections stay open. */
function freeze(pid: number) {
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGCONT')));
}

// One start, in the order of the tests: it takes the most of their time.
describe.skipIf(!onServer())('two worker processes of a supervisor', () => {
  let end = async () => {};
  let portal: PortalProcess;
  let both: () => Promise<number[]>;
  beforeAll(async () => {
    const home = await freshHome({ insights: true });
    portal = await startPortal({ ...home.variables, WORKERS: '2' });
    both = serversOf(portal);
    end = async () => {
      await portal.kill();
      await home.drop();
    };
    await vi.waitFor(async () => expect(await both()).toHaveLength(2), { timeout: 60_000, interval: 100 });
  });
  afterAll(() => end());

  it('serve one port', async () => {
    const pids = await both();

    expect(pids).not.toContain(portal.pid);
    expect(childrenOf(portal.pid)).toEqual(expect.arrayContaining(pids));
    // Two workers and one insights service for both.
    expect(childrenOf(portal.pid)).toHaveLength(3);
  });

  it('share a rate limit', async () => {
    const visitor = portal.visitor();
    const attempt = () =>
      visitor.post(
        '/api/auth/login',
        { email: `${randomUUID()}@example.com`, password: 'wrong' },
        { connection: 'close' },
      );

    const attempts = await Promise.all(Array.from({ length: 20 }, attempt));

    const statuses = attempts.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    const limited = attempts.find(({ status }) => status === 429);
    expect(limited?.json().retry_after).toBe(Number(limited?.headers.get('retry-after')));
  });

  it('are not replaced for a pause of their own, of the supervisor or of the machine', async () => {
    const workers = await both();
    const pauses = [workers.slice(0, 1), [portal.pid], [portal.pid, ...workers]];

    for (const [index, pids] of pauses.entries()) {
      pids.forEach(freeze);
      await pause(index === 0 ? 4000 : 12_000);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await pause(2000);
    }

    expect((await both()).sort()).toEqual(workers.sort());
    expect(serving(portal).size).toBe(2);
  });

  it('are replaced when killed, without an outage; their connections are reset, not left open', async () => {
    const who = await settle(portal);
    const [victim = 0] = await both();
    const waited: number[] = [];
    const visitor = portal.visitor();
    let loading = true;
    const load = Array.from({ length: 16 }, async () => {
      while (loading) {
        const started = performance.now();
        await visitor.get('/healthz', { connection: 'close' }).catch(() => {});
        waited.push(performance.now() - started);
        await pause(20);
      }
    });

    process.kill(victim, 'SIGKILL');
    await expect.poll(() => isAlive(victim)).toBe(false);
    const meanwhile = await portal
      .visitor()
      .get('/api/auth/account/profile', { cookie: who.cookie, connection: 'close' });
    await expect.poll(both).toHaveLength(2);
    loading = false;
    await Promise.all(load);

    expect(meanwhile.status).toBe(200);
    expect(serving(portal).size).toBe(3);
    expect(waited.length).toBeGreaterThan(100);
    expect(Math.max(...waited)).toBeLessThan(5000);
  });

  it('are replaced after standing still for ten seconds', async () => {
    const [victim = 0] = await both();

    freeze(victim);
    await expect.poll(() => isAlive(victim)).toBe(false);

    await expect.poll(both).toHaveLength(2);
    const ended = portal.log().filter(({ msg }) => msg === 'A worker does not react; ending it.');
    expect(ended.map(({ worker }) => worker)).toEqual([victim]);
  });

  it('stop with exit code 0 on SIGTERM', async () => {
    const children = childrenOf(portal.pid);

    portal.signal('SIGTERM');
    const { code } = await portal.ended;

    expect(code).toBe(0);
    expect(children).toHaveLength(3);
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
  });
});

it.skipIf(!onServer())('a supervisor ends with exit code 0 after SIGTERM, also where it logs nothing', async () => {
  const [variables, port] = [await homeForThisTest(), await freePort()];
  const portal = launch({ ...variables, LOG_LEVEL: 'silent', WORKERS: '2', PORT: String(port) });
  onTestFinished(() => portal.kill());
  const status = () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status);
  await expect.poll(() => status().catch(() => 0)).toBe(200);

  portal.signal('SIGTERM');

  expect(await portal.ended).toEqual({ code: 0, signal: null });
});

it.skipIf(!onServer())('workers stop when their supervisor ends', async () => {
  const { portal } = await twoWorkers();
  const children = childrenOf(portal.pid);

  await portal.kill();

  expect(children).toHaveLength(2);
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
});

it.skipIf(!onServer())('ends on SIGTERM while no worker lives, and starts none', async () => {
  const { portal, both } = await twoWorkers();
  for (const pid of await both()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => portal.log().filter(({ msg }) => String(msg).startsWith('A worker exited'))).toHaveLength(2);

  portal.signal('SIGTERM');
  const ended = await Promise.race([portal.ended, pause(5000, 'still running')]);

  expect(ended).toEqual({ code: 0, signal: null });
  expect(childrenOf(portal.pid)).toEqual([]);
});
