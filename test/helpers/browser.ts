import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { openChromium, startChromium } from '../../ops/browser/chromium.ts';
import { seedDemoOf } from './demo.ts';
import { lightChromium } from './light-chromium.ts';
import type { Account, Person } from './people.ts';
import { openPortal, type Portal } from './portal.ts';
import { freePort } from './process.ts';

export interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390 | 320;
  /** The preferred language of the browser; American English unless given. */
  locale?: string;
}
const PLAIN: Look = { colorScheme: 'light', width: 1440 };

let browser: Browser | undefined;

async function openBrowser() {
  const light = process.env.CHROMIUM_PATH ? undefined : await lightChromium();
  return light ? startChromium(light) : openChromium(inject('template').folder);
}

/** Opens the browser of all files of a worker, with which it ends; anew where a test has killed it. */
async function sharedBrowser() {
  if (!browser?.isConnected()) browser = await openBrowser();
  return browser;
}

/**
 * Contexts that tests are done with, by site and look: with the scripts in its cache a page opens in half the time of a
 * processor.
 */
const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>();

function idleOf(chromium: Browser, kind: string) {
  const kinds = idle.get(chromium) ?? new Map<string, BrowserContext[]>();
  idle.set(chromium, kinds);
  const contexts = kinds.get(kind) ?? [];
  kinds.set(kind, contexts);
  return contexts;
}

/** Leaves nothing of a visitor in a context, neither pages nor cookies nor choices. Throws where that is not sure. */
async function forget(context: BrowserContext) {
  for (const page of context.pages()) {
    await page.evaluate('localStorage.clear()');
    await page.close();
  }
  await context.clearCookies();
}

interface Site {
  portal: Portal;
  address: string;
}

/** A portal with the demo organization on a real socket. */
async function openSite(variables: Record<string, string>, host = '127.0.0.1'): Promise<Site> {
  const port = await freePort();
  const address = `http://${host}:${port}`;
  const portal = await openPortal({ env: { PUBLIC_URL: address, RATE_LIMIT_PER_MINUTE: '0', ...variables } });
  await seedDemoOf(portal);
  await portal.app.listen({ port, host: '127.0.0.1' });
  return { portal, address };
}

let shared: Promise<Site> | undefined;

/** The site of the files of a worker that ask for none of their own. It ends with the worker. */
function sharedSite() {
  shared ??= openSite({});
  return shared;
}

let visitors = 0;

/**
 * A site for the tests of a file: `const site = siteForThisFile()`. Other files use it too, before and after, so tests
 * look at their own organizations, or leave the demo as it was. Files with variables, a name for the host, or
 * `own: true`, have one alone.
 */
export function siteForThisFile(
  variables: Record<string, string> = {},
  { host, own = host !== undefined || Object.keys(variables).length > 0 }: { host?: 'localhost'; own?: boolean } = {},
) {
  const stopped: Portal[] = [];
  let site: Site;
  let chromium: Browser;
  let windows: { context: BrowserContext; kind: string }[] = [];
  beforeAll(async () => {
    site = await (own ? openSite(variables, host) : sharedSite());
    chromium = await sharedBrowser();
  });
  // A window asks the portal for news as long as it is open.
  afterEach(async () => {
    await Promise.all(
      windows.map(({ context, kind }) =>
        forget(context).then(
          () => void idleOf(chromium, kind).push(context),
          () => context.close(),
        ),
      ),
    );
    windows = [];
  });
  afterAll(async () => {
    if (!own) return site.portal.startLogAnew();
    for (const [kind, contexts] of idle.get(chromium) ?? [])
      if (kind.startsWith(site.address)) for (const context of contexts.splice(0)) await context.close();
    // The first one closes the database, which all have used.
    for (const portal of [site.portal, ...stopped.toReversed()]) await portal.close();
  });

  return {
    /** A window of a new visitor, and what went wrong in it. */
    async open({ colorScheme, width, locale = 'en-US' }: Look = PLAIN) {
      const kind = [site.address, colorScheme, width, locale].join(' ');
      const context =
        idleOf(chromium, kind).pop() ??
        (await chromium.newContext({
          baseURL: site.address,
          colorScheme,
          viewport: { width, height: 900 },
          reducedMotion: 'reduce',
          locale,
        }));
      windows.push({ context, kind });
      // Each visitor has an address of its own, by which sign-ins are counted.
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.${++visitors >> 8}.${visitors & 255}` });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (line) => line.type() === 'error' && faults.push(`${page.url()} ${line.text()}`));
      page.on('pageerror', (error) => faults.push(`${page.url()} ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(site.address) && !/^(data|blob):/.test(request.url()))
          faults.push(`${page.url()} asks ${request.url()}`);
      });
      return { page, faults };
    },
    /** Signs in without the form, to the demo unless an account is given. */
    async signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'> = DEMO) {
      const answer = await page.request.post('/api/auth/login', { data: { email, password } });
      if (!answer.ok()) throw new Error(await answer.text());
    },
    /** Signs in with the cookies of a person. */
    async enter(page: Page, { cookie }: Pick<Person, 'cookie'>) {
      const cookies = cookie.split('; ').map((pair) => pair.split('='));
      await page.context().addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: site.address })));
    },
    /** Stops a portal of this file alone as an update does. Returns what starts it again, at the same address. */
    async stop() {
      const { portal } = site;
      await portal.app.close();
      return async () => {
        site.portal = await openPortal({ beside: portal });
        await site.portal.app.listen({ port: Number(new URL(site.address).port), host: '127.0.0.1' });
        stopped.push(portal);
      };
    },
    portal: () => site.portal,
  };
}

export { settled } from '../../ops/browser/chromium.ts';

const require = createRequire(import.meta.url);

/** A page reads the shorter source in half the time. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colours and sizes, which are other ones in another look: half of what all cost. */
export const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Breaches of WCAG 2.2 AA on the page, or of some of its rules, each with the elements that it concerns. */
export async function breaches(page: Page, rules = WCAG): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(AXE);
  const run = `axe.run(document, ${JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })})`;
  const { violations } = (await page.evaluate(run)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/** Presses Tab until an element with this role and name has the focus. */
export async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string) {
  const target = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if ((await target.count()) > 0) return;
  }
  throw new Error(`Tab does not reach the ${role} "${name}".`);
}
