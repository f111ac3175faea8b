import { expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { PICTURES } from '../helpers/images.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile({ BRAND_NAME: 'Fern Agency', BRAND_COLOR: '#1f4b99' });

const SLOW = { timeout: 120_000 };

it(
  'an operator chooses the brand of a client, sees refused input beside its field, and removes the logo again',
  SLOW,
  async () => {
    const { page, faults } = await site.open();
    const portal = site.portal();
    const client = await portal.register();
    await site.enter(page, await registerOperator(portal));
    await page.goto(`/operator/clients/${client.orgId}`);
    await settled(page);
    const part = page.getByRole('region', { name: 'Branding' });
    const save = part.getByRole('button', { name: 'Save' });
    const chosen = async () => (await client.get('/api/auth/org/branding')).json().data;

    await part.getByLabel('Name of the portal').fill('Bright Smiles');
    await part.getByLabel('Color, such as').fill('yellow');
    await save.click();
    await part.getByText('must be a colour').waitFor();
    await part.getByLabel('Color, such as').fill('#ffd400');
    const { bytes: buffer, type: mimeType } = PICTURES.png;
    await part.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType, buffer });
    await save.click();
    await part.getByRole('img', { name: 'Logo' }).waitFor();

    expect(await chosen()).toMatchObject({ name: 'Bright Smiles', color: '#ffd400', logo: { ratio: 2 } });
    expect(await breaches(page)).toEqual([]);

    await part.getByRole('button', { name: 'Remove the logo' }).click();
    await part.getByRole('img', { name: 'Logo' }).waitFor({ state: 'detached' });
    await save.click();
    await part.getByText('Saved.').waitFor();
    expect(await chosen()).toMatchObject({ name: 'Bright Smiles', logo: null });
    // The refused colour.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
  },
);

it.each<Look>([
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390, locale: 'de-DE' },
])('the people of the client see it in place of the portal’s, until they sign out: %j', SLOW, async (look) => {
  const { page, faults } = await site.open(look);
  const portal = site.portal();
  const client = await portal.register();
  const branding = { name: 'Bright Smiles', color: '#ffd400', logo: PICTURES.webp.data };
  await (await registerOperator(portal)).put(`/api/operator/clients/${client.orgId}/branding`, branding);
  const own = "getComputedStyle(document.documentElement).getPropertyValue('--own')";
  const ofPortal = async () => {
    await page.goto('/sign-in');
    await settled(page);
    expect([await page.title(), await page.locator('header .brand').textContent()]).toEqual([
      expect.stringMatching(/ · Fern Agency$/),
      'Fern Agency',
    ]);
    return page.evaluate(own);
  };
  const before = await ofPortal();

  await site.enter(page, client);
  await page.goto('/');
  await settled(page);
  const logo = page.locator('header img');
  expect(await page.title()).toMatch(/ · Bright Smiles$/);
  expect([await logo.getAttribute('src'), await logo.getAttribute('alt')]).toEqual([
    `data:image/webp;base64,${PICTURES.webp.data}`,
    'Bright Smiles',
  ]);
  expect(await logo.boundingBox()).toMatchObject({ width: 56, height: 28 });
  expect(await page.evaluate(own)).not.toBe(before);
  expect(await breaches(page)).toEqual([]);

  if (look.width === 390) await page.getByRole('banner').getByRole('button').first().click();
  await page.getByRole('button', { name: /^(Sign out|Abmelden)$/ }).click();
  await page.waitForURL(/sign-in/);
  await settled(page);
  expect([await page.title(), await page.evaluate(own)]).toEqual([expect.stringMatching(/ · Fern Agency$/), before]);
  expect(faults).toEqual([]);
});
