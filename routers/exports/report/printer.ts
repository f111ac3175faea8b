import type { FastifyBaseLogger } from 'fastify';
import { fairQueue } from '../../../flow/fair-queue.ts';
import type { Env } from '../../../server/env.ts';
import { manageBrowser } from './browser.ts';
import { REPORTS } from './settings.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(signal.reason ?? new Error('The report took too long.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

/**
 * Prints documents as PDF within the limits of settings.ts: two at once, one of each client. Clients take turns, and
 * eight documents of each may wait.
 */
export function openPrinter(env: Env, log: FastifyBaseLogger) {
  const browser = manageBrowser(env, log);
  const queue = fairQueue({ atOnce: REPORTS.concurrency, perKey: 1, waiting: REPORTS.queueSize });

  async function printInTime(document: string, signal: AbortSignal): Promise<Buffer> {
    const printed = browser.use(({ print }) => print(document));
    try {
      return await Promise.race([printed, aborted(signal)]);
    } catch (error) {
      // A browser that did not finish in time may be stuck.
      if (signal.aborted) browser.discard();
      printed.catch(() => {});
      throw error;
    }
  }

  return {
    state: browser.state,
    close: browser.close,
    /**
     * Prints a document when it is the client's turn and `admit` lets it.
     *
     * @throws if Chromium is missing or crashes, if too many of the client wait, or when the signal aborts
     */
    print(clientId: string, document: string, signal: AbortSignal, admit: () => Promise<void>) {
      const work = () => admit().then(() => printInTime(document, signal));
      return queue.run(clientId, work, () => signal);
    },
  };
}
