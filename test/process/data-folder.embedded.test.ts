import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childrenOf, homeForThisTest, isAlive, launch, portalProcess } from '../helpers/process.ts';

/** Starts a portal that must fail, and returns its exit and output. */
async function refused(variables: Record<string, string>) {
  const second = launch(variables);
  onTestFinished(() => second.kill());
  const { code } = await second.ended;
  await second.closed;
  return { code, ...second.said };
}

// That its end unlocks it, by SIGTERM or kill -9, is in drain.test.ts and sudden-end.test.ts: their portals start
// again.
describe('the data folder of a running process', () => {
  it('is locked for a second process, whether the first runs or is paused', async () => {
    const variables = await homeForThisTest();
    const first = await portalProcess(variables);

    const whileRunning = await refused({ ...variables, PORT: '0' });
    first.signal('SIGSTOP');
    const whileStopped = await refused({ ...variables, PORT: '0' });
    first.signal('SIGCONT');

    for (const { code, stderr, stdout } of [whileRunning, whileStopped]) {
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^The data folder \S+ is in use by another process\.[^\n]*\n$/);
    }
    await expect.poll(async () => (await first.visitor().get('/readyz')).status).toBe(200);
  });
});

describe('a portal', () => {
  it('that is killed during database creation starts on the next attempt', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-first-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const variables = { DATA_DIR: join(folder, 'data'), SEED_DEMO: 'false', PORT: '0' };
    const first = launch(variables);
    await expect.poll(() => readdir(join(variables.DATA_DIR, 'postgres', 'base'))).not.toEqual([]);

    await first.kill();
    const second = await portalProcess({ DATA_DIR: variables.DATA_DIR, SEED_DEMO: 'false' });

    await expect.poll(async () => (await second.visitor().get('/readyz')).status).toBe(200);
  });

  it('leaves no insights service running, however it ends', async () => {
    const portal = await portalProcess(await homeForThisTest({ insights: true }));
    const children = childrenOf(portal.pid);

    await portal.kill();

    expect(children).toHaveLength(1);
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
  });
});
