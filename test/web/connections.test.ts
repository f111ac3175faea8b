import { afterAll, expect, it } from 'vitest';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { comeNight, connectPlausible, dayAgo, plausibleForThisTest, syncAll, visit } from '../helpers/connections.ts';

const store = emptyGoogle();
store.properties['properties/123456789'] = { timeZone: 'UTC', rows: [] };
store.properties['properties/555555555'] = { timeZone: 'UTC', rows: [] };
const google = await startGoogle({ store });
afterAll(() => google.close());

const site = siteForThisFile({
  GOOGLE_API_BASE: google.url,
  GOOGLE_ACCOUNTS_BASE: google.url,
  GOOGLE_CLIENT_ID: store.client.id,
  GOOGLE_CLIENT_SECRET: store.client.secret,
});

const LOOKS: Look[] = [{ colorScheme: 'dark', width: 390 }];

/** A person of an organization of its own, with a connection that fails. */
async function failing() {
  const portal = site.portal();
  const person = await portal.register();
  const plausible = await plausibleForThisTest([visit(dayAgo(1))]);
  await connectPlausible(person, plausible);
  await syncAll(portal);
  plausible.site.apiKey = 'renewed';
  await comeNight(portal, person);
  await syncAll(portal);
  return person;
}

it.each(LOOKS)('connections are made in a form that says what is refused, without a barrier: %j', async (look) => {
  const { page, faults } = await site.open(look);
  await site.enter(page, await failing());
  const shots = process.env.SHOTS;

  await page.goto('/settings/connections');
  await page.getByRole('button', { name: 'Reconnect Plausible' }).waitFor();
  await settled(page);
  const violations = await breaches(page);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  if (shots) await page.screenshot({ path: `${shots}/connections-${look.width}.png`, fullPage: true });
  await page.getByRole('button', { name: 'Remove Plausible' }).click();
  await page.getByLabel('Delete the figures').waitFor();
  await settled(page);
  const inDialog = await breaches(page);
  if (shots) await page.screenshot({ path: `${shots}/remove-${look.width}.png` });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click();

  expect({ violations, inDialog, overflow, faults }).toEqual({ violations: [], inDialog: [], overflow: 0, faults: [] });
  await page.getByText('Service account').click();
  await page.getByLabel('Number of the property').fill('123456');
  await page.getByLabel('JSON key of the service account').fill('no key');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('must be the JSON key of a service account').or(page.getByRole('alert')).first().waitFor();
});

it('leads to Google and back to the choice of the property', async () => {
  const { page } = await site.open();
  await site.enter(page, await site.portal().register());

  await page.goto('/settings/connections');
  await page.getByRole('button', { name: 'Continue to Google' }).click();
  await page.getByLabel('Property', { exact: true }).selectOption('properties/555555555');
  const shots = process.env.SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/choose.png`, fullPage: true });
  await page.getByRole('button', { name: 'Connect', exact: true }).click();

  await page.getByText('Connected. The first days are being read.').waitFor();
  await page.getByRole('article', { name: 'Google Analytics' }).getByText('Google Analytics 555555555').waitFor();
  expect(new URL(page.url()).search).toBe('');
});
