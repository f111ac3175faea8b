import type { FastifyBaseLogger } from 'fastify';
import type { Browser } from 'playwright-core';
import { minutes } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { chromiums } from './chromium.ts';
import { REPORTS } from './settings.ts';
import type { Executable } from './unpacked-chromium.ts';

// What a browser needs of the environment: no key of ours is among it.
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'XDG_RUNTIME_DIR',
  'FONTCONFIG_PATH',
  'SYSTEMROOT',
  'TEMP',
  'LOCALAPPDATA',
];

const ARGUMENTS = [
  '--font-render-hinting=none',
  '--no-pings',
  // Not even Chromium itself finds anybody: each name, and each address, leads nowhere.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-gpu',
];

const isRoot = process.getuid?.() === 0;

async function launch({ path, variables }: Executable, sandbox: boolean) {
  // Large, and not wanted before the first report.
  const { chromium } = await import('playwright-core');
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return chromium.launch({
    executablePath: path,
    env: { ...env, ...variables },
    args: ARGUMENTS,
    chromiumSandbox: sandbox,
    timeout: REPORTS.patience,
    // The portal ends it when it has drained; when the portal dies, its pipe breaks and it ends itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** With Chromium's own sandbox, wherever that is to be had: it refuses root, and some containers refuse it. */
async function start(executable: Executable, log: FastifyBaseLogger) {
  if (isRoot) return launch(executable, false);
  return launch(executable, true).catch(async (err) => {
    const browser = await launch(executable, false);
    log.warn({ err }, 'Chromium runs without its sandbox, which this machine does not allow.');
    return browser;
  });
}

async function startAny(env: Env, log: FastifyBaseLogger) {
  const causes: unknown[] = [];
  for await (const executable of chromiums(env)) {
    try {
      return await start(executable, log);
    } catch (cause) {
      causes.push(cause);
    }
  }
  throw new AggregateError(causes, `No Chromium could be started: ${causes.map(String).join(' ').slice(0, 1000)}`);
}

/** One warm browser for all reports: started when the first is wanted, and again when it has died; closed when idle. */
export function keepBrowser(env: Env, log: FastifyBaseLogger) {
  let current: Promise<Browser> | undefined;
  let state: 'idle' | 'up' | 'down' = 'idle';
  let started = false;
  let inUse = 0;
  let idle: NodeJS.Timeout | undefined;

  const forget = (browser: Promise<Browser>) => {
    if (current !== browser) return;
    current = undefined;
    started = false;
    if (state === 'up') state = 'idle';
  };

  function begin() {
    const starting = startAny(env, log);
    starting.then(
      (browser) => {
        state = 'up';
        started = true;
        browser.once('disconnected', () => forget(starting));
      },
      () => {
        forget(starting);
        state = 'down';
      },
    );
    current = starting;
    return starting;
  }

  async function discard() {
    const browser = current;
    if (!browser) return;
    forget(browser);
    await browser.then((open) => open.close()).catch(() => {});
  }

  return {
    /** Idle: none is running, and the next report starts one. Down: the last one could not be started. */
    state: () => state,
    /** Gives up on a browser that no longer answers; the next use starts another. One that is starting is waited for. */
    discard: () => (started ? discard() : undefined),
    async use<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
      clearTimeout(idle);
      inUse++;
      try {
        return await work(await (current ?? begin()));
      } finally {
        inUse--;
        if (inUse === 0) idle = setTimeout(discard, minutes(5)).unref();
      }
    },
    async close() {
      clearTimeout(idle);
      await discard();
    },
  };
}
