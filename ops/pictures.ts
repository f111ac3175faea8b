import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium, settled, signInAsOperator, signInToDemo } from './browser/chromium.ts';
import { startDemoPortal } from './browser/demo-portal.ts';

// `npm run pictures`: starts a portal with its demo, and takes the pictures of docs/pictures/ from it.

const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const MOST_BYTES = 250_000;
const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };

interface Picture {
  name: string;
  path: string;
  /** Steps on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>;
  as?: 'operator';
  dark?: true;
  narrow?: true;
}

const PICTURES: Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'visibility', path: '/visibility' },
  {
    name: 'insights',
    path: '/insights',
    async prepare(page) {
      await page.getByLabel('Your question').fill('Why did our score change?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByRole('heading', { name: 'Why did our score change?' }).waitFor();
    },
  },
  {
    name: 'editor',
    path: '/content?status=published',
    async prepare(page) {
      await page.getByRole('main').locator('a[href^="/content/"]').first().click();
      await page.getByRole('heading', { name: 'Scores', exact: true }).waitFor();
    },
  },
  { name: 'operator', path: '/operator', as: 'operator' },
  { name: 'phone', path: '/ai-search', dark: true, narrow: true },
];

async function take(
  browser: Browser,
  baseURL: string,
  cookies: Awaited<ReturnType<BrowserContext['storageState']>>,
  picture: Picture,
) {
  const { name, path, prepare, dark, narrow } = picture;
  const context = await browser.newContext({
    baseURL,
    storageState: cookies,
    viewport: narrow ? NARROW : WIDE,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto(path);
  await settled(page);
  await prepare?.(page);
  await settled(page);
  await page.waitForLoadState('networkidle');
  const file = `${FOLDER}/${name}.png`;
  await page.screenshot({ path: file });
  await context.close();
  const { size } = statSync(file);
  process.stdout.write(`${file}: ${Math.round(size / 1000)} kB${size > MOST_BYTES ? ', too large' : ''}\n`);
  if (size > MOST_BYTES) process.exitCode = 1;
}

await mkdir(FOLDER, { recursive: true });
await using portal = await startDemoPortal({ PORT: process.env.PORT ?? '4105' });
await using browser = await openChromium(portal.folder);
const signedIn = async (signIn: (context: BrowserContext) => Promise<unknown>) => {
  const context = await browser.newContext({ baseURL: portal.url });
  await signIn(context);
  return context.storageState();
};

/** Waits until the first own scan of the demo is published: all pictures are to show the same one. */
async function measured({ request }: BrowserContext) {
  for (let left = 120; left > 0; left--) {
    const { data } = await (await request.get('/api/visibility/measurement/runs')).json();
    if (data.length > 0 && data.every((run: { finishedAt: string | null }) => run.finishedAt !== null)) return;
    await pause(1000);
  }
  throw new Error('The demo was not measured within two minutes.');
}

const admin = await signedIn(async (context) => {
  await signInToDemo(context);
  await measured(context);
});
const operator = await signedIn((context) => signInAsOperator(context, portal.said()));
for (const picture of PICTURES) await take(browser, portal.url, picture.as ? operator : admin, picture);
