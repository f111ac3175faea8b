import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reports } from '../../routers/exports/report/reports.ts';
import { unpackedChromium } from '../../routers/exports/report/unpacked-chromium.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { askForReport } from '../helpers/pdf.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { childrenOf, isAlive } from '../helpers/process.ts';

const portal = portalForThisFile();

/** What a caller gets while there are no reports: this body and no other. */
function expectAway(response: LightMyRequestResponse) {
  const { error, ...rest } = response.json();
  expect(response.statusCode).toBe(503);
  expect(rest).toEqual({ ok: false });
  expect(error).toBe('The report cannot be made right now. Please try again shortly.');
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(response.headers).toMatchObject({
    'x-error-code': 'SERVICE_UNAVAILABLE',
    'cache-control': 'private, no-store',
  });
  expect(response.headers['x-request-id']).toBeDefined();
}

describe('without Chromium', () => {
  it('a report is 503, the portal is ready all the same and names what is missing', async () => {
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: '/nowhere/chromium' } });
    const person = await lame.register();

    const response = await person.get('/api/exports/report');
    const ready = await lame.visitor().get('/readyz');

    expectAway(response);
    expect(ready.json()).toMatchObject({ dependencies: { chromium: 'down' } });
    expect(lame.lines.join('')).toContain('No Chromium could be started');
  });

  it('the next call works once it is there', async () => {
    const place = join(await folderForThisTest(), 'chromium');
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: place } });
    const person = await lame.register();
    expectAway(await person.get('/api/exports/report'));
    await writeFile(place, `#!/bin/sh\nexec "${await systemChromium()}" "$@"\n`);
    await chmod(place, 0o755);

    const { size } = await askForReport(person);

    expect(size).toBeGreaterThan(1000);
  });

  it('a program that is no Chromium is 503 as well', async () => {
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: '/bin/true' } });
    const person = await lame.register();

    expectAway(await person.get('/api/exports/report'));
  });
});

/** One that is installed, or the one of the package. */
async function systemChromium() {
  const { chromiums } = await import('../../routers/exports/report/chromium.ts');
  const { value } = await chromiums({ CHROMIUM_PATH: undefined, DATA_DIR: portal.deps.env.DATA_DIR }).next();
  return value?.path;
}

describe('a Chromium that dies', () => {
  it('in the middle of a report makes it 503, and the next call starts another', async () => {
    const [one, other] = [await portal.register(), await portal.register({ orgName: 'Other' })];
    const known = new Set(childrenOf(process.pid));
    let answered = false;
    const asking = one.get('/api/exports/report').finally(() => {
      answered = true;
    });
    while (!answered) {
      for (const child of childrenOf(process.pid)) if (!known.has(child)) process.kill(child, 'SIGKILL');
      await new Promise((done) => setTimeout(done, 5));
    }

    const killed = await asking;
    const next = await askForReport(one);
    const another = await askForReport(other);

    expectAway(killed);
    expect(next.size).toBeGreaterThan(1000);
    expect(another.size).toBeGreaterThan(1000);
  });

  it('between two reports is not missed', async () => {
    const [one, other] = [await portal.register({ orgName: 'One' }), await portal.register({ orgName: 'Another' })];
    const known = new Set(childrenOf(process.pid));
    await askForReport(one);
    for (const child of childrenOf(process.pid))
      if (!known.has(child) || known.size > 0) process.kill(child, 'SIGKILL');
    await new Promise((done) => setTimeout(done, 300));

    const { size } = await askForReport(other);

    expect(size).toBeGreaterThan(1000);
  });
});

describe('twenty at once', () => {
  it('are all answered, with a report or a 503, and the next one works', { timeout: 90_000 }, async () => {
    const people = [];
    for (let index = 0; index < 20; index++) people.push(await portal.register({ orgName: `Client ${index}` }));

    const answers = await Promise.all(people.map((person) => person.get('/api/exports/report')));
    const next = await askForReport(people.at(-1) as (typeof people)[number]);

    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeLessThan(20);
    for (const response of refused) expectAway(response);
    expect(next.size).toBeGreaterThan(1000);
  });
});

describe('Chromium', () => {
  it('ends with the portal', async () => {
    const known = new Set(childrenOf(process.pid));
    const brief = await portalForThisTest();
    await askForReport(await brief.register());
    const started = childrenOf(process.pid).filter((child) => !known.has(child));

    await brief.deps.use(reports).close();

    expect(started.length).toBeGreaterThan(0);
    expect(started.filter(isAlive)).toEqual([]);
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'of the package is unpacked into the data folder, once, and prints',
    { timeout: 120_000 },
    async () => {
      const folder = await folderForThisTest();

      const [one, other] = await Promise.all([unpackedChromium(folder), unpackedChromium(folder)]);
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

  it('is not run out of a folder that others may write to', async () => {
    const folder = await folderForThisTest();
    await mkdir(join(folder, 'chromium'));
    await chmod(join(folder, 'chromium'), 0o777);

    await expect(unpackedChromium(folder)).rejects.toThrow('no program is run from there');
  });
});
