import { bulkhead } from 'cockatiel';
import type { FastifyBaseLogger } from 'fastify';
import type { Browser } from 'playwright-core';
import type { Env } from '../../../server/env.ts';
import { keepBrowser } from './browser.ts';
import { REPORTS } from './settings.ts';

/** Prints a document in a context of its own, which runs no script, knows no network and forgets everything. */
async function print(browser: Browser, document: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: 'block' });
  try {
    await context.route('**', (route) => route.abort());
    const page = await context.newPage();
    await page.setContent(document, { waitUntil: 'load', timeout: REPORTS.patience });
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close().catch(() => {});
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const refuse = () => reject(signal.reason ?? new Error('The report took too long.'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });

/** Makes PDFs of documents, a few at once; a few more may wait, and the rest is refused. */
export function openPress(env: Env, log: FastifyBaseLogger) {
  const browser = keepBrowser(env, log);
  const queue = bulkhead(REPORTS.atOnce, REPORTS.waiting);
  return {
    state: browser.state,
    close: browser.close,
    /** @throws when Chromium is missing or dies, when too many wait, and when the signal says that it took too long */
    print: (document: string, signal: AbortSignal): Promise<Buffer> =>
      queue.execute(async () => {
        const printed = browser.use((open) => print(open, document));
        try {
          return await Promise.race([printed, aborted(signal)]);
        } catch (error) {
          // One that did not finish in time may be stuck for good.
          if (signal.aborted) browser.discard();
          printed.catch(() => {});
          throw error;
        }
      }, signal),
  };
}
