import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reports } from '../../routers/exports/report/reports.ts';
import { unpackChromium } from '../../routers/exports/report/unpacked-chromium.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { askForReport } from '../helpers/pdf.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { childrenOf, isAlive } from '../helpers/process.ts';

const portal = portalForThisFile({ own: true });

/** What files before this one have started in the same worker. */
const others = new Set(childrenOf(process.pid));

/** Checks the 503 response of an unavailable report. */
function expectAway(response: LightMyRequestResponse) {
  const { error, ...rest } = response.json();
  expect(response.statusCode).toBe(503);
  expect(rest).toEqual({ ok: false });
  expect(error).toBe('The report cannot be created right now. Please try again shortly.');
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(response.headers).toMatchObject({
    'x-error-code': 'SERVICE_UNAVAILABLE',
    'cache-control': 'private, no-store',
  });
  expect(response.headers['x-request-id']).toBeDefined();
}

describe('Without Chromium', () => {
  it('returns 503 for a report, while /readyz stays ready and names Chromium', async () => {
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: '/nowhere/chromium' } });
    const person = await lame.register();

    const response = await person.get('/api/exports/report');
    const ready = await lame.inject({ url: '/readyz', remoteAddress: '127.0.0.1' });

    expectAway(response);
    expect(ready.json()).toMatchObject({ dependencies: { chromium: 'down' } });
    expect(lame.lines.join('')).toContain('No Chromium could be started');
  });

  it('creates a report once Chromium is installed', async () => {
    const place = join(await folderForThisTest(), 'chromium');
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: place } });
    const person = await lame.register();
    expectAway(await person.get('/api/exports/report'));
    await writeFile(place, `#!/bin/sh\nexec "${await systemChromium()}" "$@"\n`);
    await chmod(place, 0o755);

    const { size } = await askForReport(person);

    expect(size).toBeGreaterThan(1000);
  });

  it('returns 503 if the executable is not Chromium', async () => {
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: '/bin/true' } });
    const person = await lame.register();

    expectAway(await person.get('/api/exports/report'));
  });
});

/** An installed Chromium, or the one of the npm package. */
async function systemChromium() {
  const { findChromiums } = await import('../../routers/exports/report/executables.ts');
  const { value } = await findChromiums({ CHROMIUM_PATH: undefined, DATA_DIR: portal.deps.env.DATA_DIR }).next();
  return value?.path;
}

/** Kills a process, unless it has just ended. */
function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('A Chromium crash', () => {
  it('during a report returns 503, and the next call starts another browser', async () => {
    const [one, other] = [await portal.register(), await portal.register({ orgName: 'Other' })];
    const known = new Set(childrenOf(process.pid));
    let answered = false;
    const asking = one.get('/api/exports/report').finally(() => {
      answered = true;
    });
    while (!answered) {
      for (const child of childrenOf(process.pid)) if (!known.has(child)) kill(child);
      await new Promise((done) => setTimeout(done, 5));
    }

    const killed = await asking;
    const next = await askForReport(one);
    const another = await askForReport(other);

    expectAway(killed);
    expect(next.size).toBeGreaterThan(1000);
    expect(another.size).toBeGreaterThan(1000);
  });

  it('between two reports does not affect the next one', async () => {
    const [one, other] = [await portal.register({ orgName: 'One' }), await portal.register({ orgName: 'Another' })];
    await askForReport(one);
    for (const child of childrenOf(process.pid)) if (!others.has(child)) kill(child);
    await expect.poll(portal.deps.use(reports).state).toBe('idle');

    const { size } = await askForReport(other);

    expect(size).toBeGreaterThan(1000);
  });
});

describe('Ten concurrent reports', () => {
  it('each return a report or 503, and the next one succeeds', async () => {
    const people = [];
    for (let index = 0; index < 10; index++) people.push(await portal.register({ orgName: `Client ${index}` }));

    const answers = await Promise.all(people.map((person) => person.get('/api/exports/report')));
    const next = await askForReport(people.at(-1) as (typeof people)[number]);

    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeLessThan(10);
    for (const response of refused) expectAway(response);
    expect(next.size).toBeGreaterThan(1000);
  });
});

describe('Chromium', () => {
  it('takes the processor time that the portal leaves, exits with it, and leaves no temporary files', async () => {
    const temporary = await folderForThisTest();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const known = new Set(childrenOf(process.pid));
    const brief = await portalForThisTest();
    await askForReport(await brief.register());
    const started = childrenOf(process.pid).filter((child) => !known.has(child));
    const priorities = started.flatMap((child) => [child, ...childrenOf(child)]).map((pid) => getPriority(pid));
    const during = await readdir(temporary);

    await brief.deps.use(reports).close();

    expect(started).not.toEqual([]);
    // With the rights of root Chromium raises the priority of its processes again.
    if (process.platform === 'linux' && process.getuid?.() !== 0) expect(new Set(priorities)).toEqual(new Set([19]));
    expect(getPriority()).toBe(0);
    // A Chromium that was slow to close ends with its pipe, a moment later.
    await expect.poll(() => started.filter(isAlive)).toEqual([]);
    expect(during).not.toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'of the npm package is unpacked into the data folder once, and prints',
    async () => {
      const folder = await folderForThisTest();

      const [one, other] = await Promise.all([unpackChromium(folder), unpackChromium(folder)]);
      const browser = await chromium.launch({ executablePath: one.path, env: { ...one.variables } });
      const page = await browser.newPage();
      const pdf = await page.pdf();
      await browser.close();

      expect(other.path).toBe(one.path);
      expect(one.path.startsWith(folder)).toBe(true);
      expect(existsSync(one.path)).toBe(true);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

  it('is not run from a folder that others can write to', async () => {
    const folder = await folderForThisTest();
    await mkdir(join(folder, 'chromium'));
    await chmod(join(folder, 'chromium'), 0o777);

    await expect(unpackChromium(folder)).rejects.toThrow('must belong to the portal');
  });
});
