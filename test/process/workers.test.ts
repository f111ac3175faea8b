import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { childrenOf, freshHome, isAlive, type PortalProcess, settle, startPortal } from '../helpers/process.ts';

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
