import { onTestFinished } from 'vitest';
import { type SitePage, startWebsite } from '../../demo/services/website/server.ts';
import { visitWith } from '../../routers/measurement/audit/visit.ts';
import { visitSite } from '../../routers/measurement/audit/visit-site.ts';

/** A website for this test only. */
export async function websiteForThisTest(
  pages: Record<string, SitePage> | ((url: string) => Record<string, SitePage>),
) {
  const site = await startWebsite({ pages: typeof pages === 'function' ? pages : () => pages });
  onTestFinished(() => site.close());
  return site;
}

/** A clock that only pauses move, and the pauses that were made. */
export function stoppedClock() {
  const pauses: number[] = [];
  let time = 0;
  return {
    pauses,
    now: () => time,
    pause: (milliseconds: number) => {
      pauses.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

export const NO_RECORD = { name: null, address: null, phone: null, website: null, timezone: null };

/** Visits a website as the audit does, without waiting. */
export function visitNow(
  startUrl: string,
  { maxPages = 20, ...given }: { maxPages?: number } & Partial<Parameters<typeof visitWith>[0]> = {},
) {
  return visitSite({ startUrl, maxPages }, NO_RECORD, visitWith({ publicOnly: false, ...stoppedClock(), ...given }));
}

/** What `visitNow` has seen; fails where it saw nothing. */
export async function seenAt(...args: Parameters<typeof visitNow>) {
  const seen = await visitNow(...args);
  if (typeof seen === 'string') throw new Error(`The website was not seen: ${seen}.`);
  return seen;
}

/** A page with a title and links. */
export const linking = (...paths: string[]) =>
  `<title>A page</title><h1>A page</h1>${paths.map((path) => `<a href="${path}">more</a>`).join('')}`;
