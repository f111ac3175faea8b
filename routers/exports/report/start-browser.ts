import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LaunchOptions } from 'playwright-core';
import { seconds } from '../../../server/durations.ts';
import type { BrowserTask, Printed, Report } from './browser-thread.ts';

const MEMORY = { maxOldGenerationSizeMb: 256 };
const CLOSING = seconds(3);

export interface Browser {
  version: string;
  /** Aborted when Chromium has ended. */
  ended: AbortSignal;
  /** @throws if Chromium ends meanwhile, or cannot print the document */
  print: (document: string) => Promise<Buffer>;
  close: () => Promise<void>;
}

/**
 * Starts Chromium with its driver in a thread: the driver takes half a second of processor time to load, and 60 MiB for
 * as long as Chromium runs.
 *
 * @throws what Playwright throws if Chromium does not start
 */
export async function startBrowser(options: LaunchOptions): Promise<Browser> {
  const thread = new Worker(new URL('./browser-thread.ts', import.meta.url), {
    workerData: options,
    resourceLimits: MEMORY,
  });
  const ended = new AbortController();
  const { signal } = ended;
  const exit = new Promise((resolve) => thread.once('exit', resolve));
  const end = () => ended.abort(new Error('Chromium has ended.'));
  thread.once('exit', end).on('message', (report: Report) => report === 'ended' && end());
  const [{ version }] = (await once(thread, 'message', { signal })) as [{ version: string }];
  // Its exit follows.
  thread.on('error', () => {});

  return {
    version,
    ended: signal,
    async print(document) {
      const { port1, port2 } = new MessageChannel();
      try {
        thread.postMessage({ document, answer: port2 } satisfies BrowserTask, [port2]);
        const [printed] = (await once(port1, 'message', { signal })) as [Printed];
        if ('cause' in printed) throw printed.cause;
        return Buffer.from(printed.pdf.buffer);
      } finally {
        port1.close();
      }
    },
    async close() {
      thread.postMessage('close' satisfies BrowserTask);
      // A Chromium that does not respond ends with the pipe of its driver.
      await Promise.race([exit, wait(CLOSING, undefined, { ref: false })]);
      await thread.terminate();
    },
  };
}
