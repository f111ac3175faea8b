import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { childrenOf, homeForThisTest, isAlive, launch, portalProcess, settle } from '../helpers/process.ts';

const LONG = 120_000;

/** Starts a portal that is to be refused, and gives what came of it. */
async function refused(variables: Record<string, string>) {
  const second = launch(variables);
  onTestFinished(() => second.kill());
  const { code } = await second.ended;
  await second.closed;
  return { code, ...second.said };
}

describe.skipIf(onServer())('the data folder of a living process', () => {
  it('is refused to a second one, in one line, whether the first runs or stands still', { timeout: LONG }, async () => {
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
    expect((await first.visitor().get('/readyz')).status).toBe(200);
  });

  it('is free again after a kill -9, and holds what it held', { timeout: LONG }, async () => {
    const variables = await homeForThisTest();
    const first = await portalProcess(variables);
    const { email, password } = await settle(first);

    await first.kill();
    const second = await portalProcess(variables);
    const response = await second.visitor().post('/api/auth/login', { email, password });

    expect(response.status).toBe(200);
  });

  it('is free after a SIGTERM too', { timeout: LONG }, async () => {
    const variables = await homeForThisTest();
    const first = await portalProcess(variables);

    first.signal('SIGTERM');
    const { code } = await first.ended;
    const second = await portalProcess(variables);

    expect(code).toBe(0);
    expect((await second.visitor().get('/readyz')).status).toBe(200);
  });
});

describe('a portal', () => {
  it.skipIf(onServer())('that dies while it makes its database starts on the next try', { timeout: LONG }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-first-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const variables = { DATA_DIR: join(folder, 'data'), SEED_DEMO: 'false', PORT: '0' };
    const first = launch(variables);
    await expect.poll(() => readdir(join(variables.DATA_DIR, 'postgres', 'base')), { timeout: 60_000 }).not.toEqual([]);

    await first.kill();
    const second = await portalProcess({ DATA_DIR: variables.DATA_DIR, SEED_DEMO: 'false' });

    expect((await second.visitor().get('/readyz')).status).toBe(200);
  });

  it('leaves no insights service behind, however it ends', { timeout: LONG }, async () => {
    const portal = await portalProcess(await homeForThisTest({ insights: true }));
    const children = childrenOf(portal.pid);

    await portal.kill();

    expect(children).toHaveLength(1);
    await expect.poll(() => children.filter(isAlive), { timeout: 15_000 }).toEqual([]);
  });
});
