import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { startPlausible } from '../demo/services/plausible/server.ts';
import { websiteVisits } from '../demo/services/visits.ts';
import { currentCode } from '../routers/auth/two-factor/totp.ts';
import { openChromium, settled } from './browser/chromium.ts';
import { startDemoPortal, until } from './browser/demo-portal.ts';

// `npm run first-ten-minutes`: does in a browser what docs/first-ten-minutes.md tells, on a fresh portal, and prints
// what each step shows.

const ADA = { email: 'ada@lovelace.example', password: 'correct horse battery', organization: 'Lovelace Dental' };
const COLLEAGUE = 'charles@lovelace.example';
const WEBSITE = { siteId: 'lovelace.example', apiKey: 'key-of-lovelace-dental' };
/** How long an own scan may take, in milliseconds. */
const SCAN = 300_000;

await using portal = await startDemoPortal({ PORT: process.env.PORT ?? '4105' });
await using browser = await openChromium(portal.folder);
const { siteId, apiKey } = WEBSITE;
const sites = { [siteId]: { apiKey, timezone: 'UTC', visits: websiteVisits(new Date()) } };
const plausible = await startPlausible({ sites });
const newWindow = async () => {
  const context = await browser.newContext({ baseURL: portal.url, acceptDownloads: true, locale: 'en-US' });
  return context.newPage();
};

/** The link of the newest mail to an address. */
const linkTo = (address: string) =>
  until(async () => {
    const folder = join(portal.folder, 'mail');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(address)).toSorted();
    const last = names.at(-1);
    if (!last) return undefined;
    const { text = '' } = await PostalMime.parse(await readFile(join(folder, last)));
    return /https?:\/\/\S+/.exec(text)?.[0];
  }, `mail to ${address}`);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const go = async (page: Page, name: string) => {
  await main(page).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await settled(page);
};

const began = performance.now();
let number = 0;
/** Does a step and prints its time, the address and the words on the page. */
async function step(what: string, page: Page, work: () => Promise<unknown>) {
  await work();
  await settled(page);
  const words = (await page.locator('main').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ').slice(0, 400);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${++number}. ${what} (${seconds} s, ${new URL(page.url()).pathname})\n   ${words}\n`);
  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, `${number}.png`), fullPage: true });
}

const page = await newWindow();
await step('Open /', page, () => page.goto('/'));
await step('Register', page, async () => {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Organization name').fill(ADA.organization);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(ADA.email);
  await page.getByLabel('Password').fill(ADA.password);
  await press(page, 'Create account');
  await heading(page, 'Overview');
});
await step('Confirm the address by the link in the mail', page, async () => {
  await page.goto(await linkTo(ADA.email));
  await press(page, 'Verify');
  await page.getByText('is confirmed').waitFor();
});
await step('Sign out and in again', page, async () => {
  await page.getByRole('link', { name: 'Continue to the portal' }).click();
  await heading(page, 'Overview');
  await press(page, 'Sign out');
  await heading(page, 'Sign in');
  await page.getByLabel('Email').fill(ADA.email);
  await page.getByLabel('Password').fill(ADA.password);
  await press(page, 'Sign in');
  await heading(page, 'Overview');
});
await step('Choose questions for AI assistants', page, async () => {
  await go(page, 'AI search');
  await page.getByRole('link', { name: 'Measurement', exact: true }).click();
  await heading(page, 'Measurement');
  await press(page, 'Suggest questions');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add \d+ questions$/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
await step('Measure now', page, async () => {
  await press(page, 'Measure now');
  await page.getByRole('dialog').getByRole('button', { name: 'Measure now' }).click();
  await page.getByRole('link', { name: 'See what it shows' }).waitFor({ timeout: SCAN });
});
await step('See the first own scan', page, async () => {
  await page.getByRole('link', { name: 'See what it shows' }).click();
  await page.getByText(/answers of \d+ assistants/).waitFor();
});
await step('Connect the website’s analytics', page, async () => {
  await main(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await go(page, 'Connections');
  await page.getByLabel('Tool', { exact: true }).selectOption('Plausible');
  await page.getByLabel('Address of the tool').fill(plausible.url);
  await page.getByLabel('Website as Plausible calls it').fill(siteId);
  await page.getByLabel('API key of the tool').fill(apiKey);
  await press(page, 'Connect');
  await page.getByText('Connected. The first days are being read.').waitFor();
  await page.getByText(/^Figures up to/).waitFor({ timeout: 60_000 });
});
await step('See the visits of yesterday', page, async () => {
  await page.goto('/analytics');
  await heading(page, 'Website');
});
await step('Create a page', page, async () => {
  await go(page, 'Content');
  await press(page, 'New page');
  await page.getByRole('dialog').getByLabel('Title').fill('What a dental implant costs');
  await press(page, 'Create page');
  await page.getByLabel('Text in Markdown').fill('# Prices\n\nAn implant costs 2,400 to 3,900 dollars.');
});
await step('Publish it', page, async () => {
  await press(page, 'Publish');
  await page.getByRole('button', { name: 'Unpublish' }).waitFor();
});
await step('Ask a question', page, async () => {
  await go(page, 'Insights');
  await page.getByLabel('Your question').fill('What should we do first?');
  await press(page, 'Ask');
  await heading(page, 'What should we do first?');
});
await step('Look at the visibility', page, () => go(page, 'Visibility'));
await step('Export the report', page, async () => {
  await go(page, 'Reports');
  await press(page, 'Create report');
  const link = page.getByRole('link', { name: 'Download', exact: true });
  await link.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readFile(await download.path());
  process.stdout.write(`   ${download.suggestedFilename()}: ${bytes.subarray(0, 5)} ${bytes.length} bytes\n`);
});
await step('Invite a colleague', page, async () => {
  await main(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await go(page, 'Members');
  await page.getByLabel('Email').fill(COLLEAGUE);
  await press(page, 'Invite');
  await page.getByText(`${COLLEAGUE}`).first().waitFor();
});
const other = await newWindow();
await step('The colleague accepts', other, async () => {
  await other.goto(await linkTo(COLLEAGUE));
  await press(other, 'Accept invitation');
  await heading(other, /Join/);
  await other.getByLabel('Your name').fill('Charles Babbage');
  await other.getByLabel('Password').fill('difference engine no. 2');
  await press(other, 'Create account');
  await heading(other, 'Overview');
});
await step('Set up two-factor sign-in', page, async () => {
  await go(page, 'Security');
  await press(page, 'Set up');
  const key = page.getByText(/Or type this key/);
  await key.waitFor();
  const secret = /[A-Z2-7]{16,}/.exec((await key.textContent()) ?? '')?.[0] ?? '';
  await page.getByLabel('Code').fill(currentCode(secret));
  await press(page, 'Verify');
  await page
    .getByText(/backup codes/)
    .first()
    .waitFor();
});
await plausible.close();
