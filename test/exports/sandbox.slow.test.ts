import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSandboxRefusal, sandboxPlan, startPlanned } from '../../routers/exports/report/sandbox.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { portalForThisTest } from '../helpers/portal.ts';

const log = (await import('pino')).default({ level: 'silent' });

/** An executable that fails with these words and notes the arguments of each start. */
async function failing(words: string) {
  const folder = await folderForThisTest();
  const [path, notes] = [join(folder, 'chromium'), join(folder, 'starts')];
  await writeFile(path, `#!/bin/sh\necho "$@" >> '${notes}'\necho '${words}' >&2\nexit 1\n`);
  await chmod(path, 0o755);
  return {
    path,
    launch: (sandbox: boolean) => chromium.launch({ executablePath: path, chromiumSandbox: sandbox, timeout: 10_000 }),
    /** Whether each start was inside the sandbox. */
    starts: async () =>
      (await readFile(notes, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => !line.includes('--no-sandbox')),
  };
}

const NO_SANDBOX = '[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! See https://crbug.com/357670.';
const NO_LIBRARY = 'error while loading shared libraries: libnss3.so';
const AUTO = sandboxPlan('auto', false);
const REQUIRED = sandboxPlan('required', false);

describe('Chromium', () => {
  it.each([
    ['is started without the sandbox where the machine refuses it', AUTO, NO_SANDBOX, [true, false]],
    ['is not started without the sandbox for any other failure', AUTO, NO_LIBRARY, [true]],
    ['is never started without a sandbox that is required', REQUIRED, NO_SANDBOX, [true]],
  ])('%s', async (_claim, plan, words, starts) => {
    const program = await failing(words);

    await expect(startPlanned(plan, program.launch, log)).rejects.toThrow();

    expect(await program.starts()).toEqual(starts);
  });

  it('is recognized by its message, not by its arguments', async () => {
    const program = await failing(NO_LIBRARY);

    const error = await program.launch(false).catch((cause) => cause);

    expect(isSandboxRefusal(error)).toBe(false);
  });

  it.each([
    ['auto', false, { sandbox: true, mayGoWithout: true }],
    ['auto', true, { sandbox: false, mayGoWithout: false }],
    ['required', false, { sandbox: true, mayGoWithout: false }],
    ['required', true, { sandbox: true, mayGoWithout: false }],
  ] as const)('with %s, as root %s, starts as planned', (setting, isRoot, plan) => {
    expect(sandboxPlan(setting, isRoot)).toMatchObject(plan);
  });
});

describe('A portal', () => {
  it.each(['auto', 'required'] as const)('says at start what CHROMIUM_SANDBOX=%s means here', async (setting) => {
    const portal = await portalForThisTest({ env: { CHROMIUM_SANDBOX: setting } });

    const { sentence } = sandboxPlan(setting, process.getuid?.() === 0);
    expect(portal.lines.join('')).toContain(sentence);
  });

  it('prints no report without a sandbox that is required', async () => {
    const program = await failing(NO_SANDBOX);
    const portal = await portalForThisTest({ env: { CHROMIUM_SANDBOX: 'required', CHROMIUM_PATH: program.path } });
    const person = await portal.register();

    const response = await person.get('/api/exports/report');

    expect(response.statusCode).toBe(503);
    expect(await program.starts()).toEqual([true]);
  });
});
