import type { Browser, BrowserContext } from 'playwright-core';
import { openChromium, signInAsOperator, signInToDemo } from '../../ops/browser/chromium.ts';
import { startDemoPortal } from '../../ops/browser/demo-portal.ts';
import { freePort } from '../free-port.ts';
import { median } from '../rounds.ts';
import { builtScripts, sum } from '../web/scripts.ts';
import { type Visit, type Visitor, visit } from '../web/visit.ts';
import { atMost, type Section, type Target } from './section.ts';

const FIRST = 220;
const FURTHER = 130;
const LCP = 1000;
const WIDTHS = [1440, 390];
const LARGEST = 5;

type Name = 'sign-in' | 'overview' | 'visibility' | 'insights' | 'content editor' | 'operator console';

/** The main pages, and as whom they are opened. */
async function mainPages(browser: Browser, { url, said }: { url: string; said: () => string }) {
  await using admin = await browser.newContext({ baseURL: url });
  await using operator = await browser.newContext({ baseURL: url });
  await signInToDemo(admin);
  await signInAsOperator(operator, said());
  const [page] = await (await admin.request.get('/api/cms/pages')).json();
  const cookies = (context: BrowserContext): Promise<Visitor> => context.storageState();
  const [asAdmin, asOperator] = [await cookies(admin), await cookies(operator)];
  return [
    { name: 'sign-in', path: '/sign-in', visitor: undefined },
    { name: 'overview', path: '/', visitor: asAdmin },
    { name: 'visibility', path: '/visibility', visitor: asAdmin },
    { name: 'insights', path: '/insights', visitor: asAdmin },
    { name: 'content editor', path: `/content/${page.id}`, visitor: asAdmin },
    { name: 'operator console', path: '/operator', visitor: asOperator },
  ] satisfies { name: Name; path: string; visitor: Visitor }[];
}

interface Opened {
  name: Name;
  width: number;
  visits: Visit[];
}

async function openAll(rounds: number) {
  await using portal = await startDemoPortal({ PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0' });
  await using browser = await openChromium(portal.folder);
  const pages = await mainPages(browser, portal);
  // The first visits of a page compile statements and fill caches, which others have done for whoever comes.
  for (const { path, visitor } of pages) await visit(browser, portal.url + path, visitor, WIDTHS[0] ?? 0);

  const opened = pages.flatMap((page) => WIDTHS.map((width) => ({ ...page, width, visits: [] as Visit[] })));
  for (let round = 0; round < rounds; round++)
    for (const { path, visitor, width, visits } of opened)
      visits.push(await visit(browser, portal.url + path, visitor, width));
  return { opened: opened as Opened[], version: browser.version() };
}

const lcpOf = ({ visits }: Opened) => median(visits.map(({ lcp }) => lcp));
const shiftOf = ({ visits }: Opened) => Math.max(...visits.map(({ shift }) => shift));

/** The KiB that each page loads on top of the sign-in page. */
function weights(opened: Opened[]) {
  const scriptsOf = ({ visits }: Opened) => visits[0]?.scripts ?? new Map<string, number>();
  const [signIn] = opened;
  const first = signIn ? scriptsOf(signIn) : new Map<string, number>();
  const more = (page: Opened) => sum([...scriptsOf(page)].flatMap(([name, size]) => (first.has(name) ? [] : [size])));
  return { first: sum(first.values()), more };
}

function targetsOf(opened: Opened[]): Target[] {
  const { first, more } = weights(opened);
  return [
    atMost(`script of the sign-in page, KiB in brotli: at most ${FIRST}`, FIRST, first, true),
    atMost(`script that another page adds, KiB: at most ${FURTHER}`, FURTHER, Math.max(...opened.map(more)), true),
    atMost(`slowest Largest Contentful Paint, ms: at most ${LCP}`, LCP, Math.max(...opened.map(lcpOf)), true),
    atMost('largest shift of the layout: 0', 0, Math.max(...opened.map(shiftOf)), true),
  ];
}

/**
 * How heavy the pages are, and how fast and steadily they come up. Pages are always of an embedded portal with the
 * demo.
 */
export const web: Section = async (_, { rounds }) => {
  const { opened, version } = await openAll(rounds);
  const { first, more } = weights(opened);
  const { entry, others } = builtScripts();
  const kib = (size: number) => Number(size.toFixed(1));
  const sizes = [...entry, ...others.slice(0, LARGEST)].map(
    ({ name, raw, gzip, brotli }) => `${name}: ${kib(raw)} KiB, gzip ${kib(gzip)}, brotli ${kib(brotli)}`,
  );
  const shifted = new Set(
    opened.flatMap(({ name, visits }) => visits.flatMap((one) => one.shifted.map((what) => `${name}: ${what}`))),
  );
  return {
    title: `Pages in the browser, Chromium ${version}, empty cache`,
    figures: [],
    lines: opened.map((page) => ({
      '': `${page.name}, ${page.width} wide`,
      'script, KiB': kib(page.name === 'sign-in' ? first : more(page)),
      'LCP, ms': Math.round(lcpOf(page)),
      'slowest LCP, ms': Math.round(Math.max(...page.visits.map(({ lcp }) => lcp))),
      'layout shift': shiftOf(page).toFixed(4),
    })),
    notes: [
      `${entry.length + others.length} scripts; the entry and the ${LARGEST} largest others:`,
      ...sizes,
      ...(shifted.size > 0 ? ['Shifted:', ...shifted] : []),
    ],
    targets: targetsOf(opened),
  };
};
