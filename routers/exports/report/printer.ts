import { bulkhead } from 'cockatiel';
import type { FastifyBaseLogger } from 'fastify';
import type { Browser } from 'playwright-core';
import type { Env } from '../../../server/env.ts';
import { manageBrowser } from './browser.ts';
import { REPORTS } from './settings.ts';

/** Prints a document in a browser context of its own, without scripts, network or storage. */
async function print(browser: Browser, document: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: 'block' });
  try {
    await context.route('**', (route) => route.abort());
    const page = await context.newPage();
    await page.setContent(document, { waitUntil: 'load', timeout: REPORTS.timeout });
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close().catch(() => {});
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(signal.reason ?? new Error('The report took too long.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

/** Prints documents as PDF within the limits of settings.ts: two at once, eight waiting, the rest refused. */
export function openPrinter(env: Env, log: FastifyBaseLogger) {
  const browser = manageBrowser(env, log);
  const queue = bulkhead(REPORTS.concurrency, REPORTS.queueSize);
  return {
    state: browser.state,
    close: browser.close,
    /** @throws if Chromium is missing or crashes, if the queue is full, or when the signal aborts */
    print: (document: string, signal: AbortSignal): Promise<Buffer> =>
      queue.execute(async () => {
        const printed = browser.use((instance) => print(instance, document));
        try {
          return await Promise.race([printed, aborted(signal)]);
        } catch (error) {
          // A browser that did not finish in time may be stuck.
          if (signal.aborted) browser.discard();
          printed.catch(() => {});
          throw error;
        }
      }, signal),
  };
}
