import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { REPORTS } from './settings.ts';

// A thread that starts Chromium and prints documents with it until Chromium ends.

/** A document to print, and where its {@link Printed} goes. */
interface Printing {
  document: string;
  answer: MessagePort;
}

export type Printed = { pdf: Uint8Array<ArrayBuffer> } | { cause: unknown };

/** Messages to the thread. */
export type BrowserTask = Printing | 'close';

/** Messages of the thread. */
export type Report = { version: string } | 'ended';

const report = (message: Report) => parentPort?.postMessage(message);

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

// Chromium has several processes, and takes what the portal leaves. On Linux alone a thread has a priority of its own,
// which the processes that it starts inherit.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const browser = await chromium.launch(workerData as LaunchOptions);
browser.once('disconnected', () => {
  report('ended');
  // Without its port the thread ends as soon as Playwright has deleted the browser's temporary files.
  parentPort?.close();
});

const isAlive = () =>
  browser.newContext().then(
    (context) => context.close().then(() => true),
    () => false,
  );

parentPort?.on('message', async (task: BrowserTask) => {
  if (task === 'close') return browser.close();
  try {
    const pdf = new Uint8Array(await print(browser, task.document));
    task.answer.postMessage({ pdf } satisfies Printed, [pdf.buffer]);
  } catch (cause) {
    // The end of the browser, which is announced once, fails all its documents, and the next one gets another browser.
    if (await isAlive()) task.answer.postMessage({ cause } satisfies Printed);
  }
});
report({ version: browser.version() });
