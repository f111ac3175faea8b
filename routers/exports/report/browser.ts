import type { FastifyBaseLogger } from 'fastify';
import { minutes } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { findChromiums } from './executables.ts';
import { currentPlan, startPlanned } from './sandbox.ts';
import { REPORTS } from './settings.ts';
import { type Browser, startBrowser } from './start-browser.ts';
import type { Executable } from './unpacked-chromium.ts';

// Only these variables reach the browser; secrets do not.
const ALLOWED_VARIABLES = [
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
  // Blocks all network access, Chromium's own included.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-gpu',
];

function launch({ path, variables }: Executable, sandbox: boolean) {
  const env = Object.fromEntries(
    ALLOWED_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return startBrowser({
    executablePath: path,
    env: { ...env, ...variables },
    args: ARGUMENTS,
    chromiumSandbox: sandbox,
    timeout: REPORTS.timeout,
    // The portal closes the browser after draining. If the portal dies, the broken pipe ends the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function startAny(env: Env, log: FastifyBaseLogger) {
  const causes: unknown[] = [];
  for await (const executable of findChromiums(env)) {
    try {
      return await startPlanned(currentPlan(env), (sandbox) => launch(executable, sandbox), log);
    } catch (cause) {
      causes.push(cause);
    }
  }
  throw new AggregateError(causes, `No Chromium could be started: ${causes.map(String).join(' ').slice(0, 1000)}`);
}

/** One shared browser for all reports: started on first use and after a crash, closed after five idle minutes. */
export function manageBrowser(env: Env, log: FastifyBaseLogger) {
  log.info(currentPlan(env).sentence);
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
        browser.ended.addEventListener('abort', () => forget(starting), { once: true });
        if (browser.ended.aborted) forget(starting);
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
    await browser.then((running) => running.close()).catch(() => {});
  }

  return {
    /** `idle`: not running, started by the next report. `down`: the last start failed. */
    state: () => state,
    /** Closes a browser that no longer responds; the next use starts another. Has no effect during a start. */
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
