import { describe, expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

describe('modules of a client', SLOW, () => {
  it('are chosen on its page, and are what its people find in the navigation and by address', async () => {
    const portal = site.portal();
    const client = await portal.register({ orgName: 'Lovelace Dental' });
    const operators = await site.open({ colorScheme: 'light', width: 390 });
    await site.enter(operators.page, await registerOperator(portal));
    await operators.page.goto(`/operator/clients/${client.orgId}`);
    await settled(operators.page);
    const choice = operators.page.getByRole('group', { name: 'What its people see' });
    await choice.getByLabel('Reviews').uncheck();
    await choice.getByLabel('API keys and webhooks').check();
    const form = operators.page.locator('form', { has: choice });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved').waitFor();
    const { modules } = (await client.get('/api/auth/org')).json().data;

    const { page, faults } = await site.open();
    await site.enter(page, client);
    await page.goto('/reviews');
    await settled(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    const names = await navigation.getByRole('link').allInnerTexts();
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await breaches(page)).toEqual([]);
    await navigation.getByRole('link', { name: 'Goals' }).click();
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();

    expect(modules).toEqual(expect.arrayContaining(['developer', 'goals']));
    expect(modules).not.toContain('reviews');
    expect(names).toContain('Goals');
    expect(names).not.toContain('Reviews');
    expect(await breaches(operators.page)).toEqual([]);
    await form.getByRole('button', { name: 'Use the default' }).click();
    await choice.getByLabel('Reviews').and(operators.page.locator(':checked')).waitFor();
    expect([...faults, ...operators.faults]).toEqual([]);
  });
});
