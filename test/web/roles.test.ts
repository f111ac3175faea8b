import { describe, expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { appoint, REASON, registerOperator } from '../helpers/operators.ts';
import { codeOf, enrol } from '../helpers/second-factor.ts';

const site = siteForThisFile();

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

describe('roles', SLOW, () => {
  it('a member sees no action of administrators, and no page of operators', async () => {
    const { page, faults } = await site.open();
    const admin = await site.portal().register();
    await site.signIn(page, await site.portal().join(admin));

    const shown: Record<string, number> = {};
    for (const path of ['/goals', '/settings/members', '/settings/keys', '/settings/webhooks', '/operator']) {
      await page.goto(path);
      await settled(page);
      const actions = page.getByRole('button', { name: /New goal|Invite|Create|Make|New client/ });
      shown[path] = await page.getByRole('main').locator(actions).count();
    }

    expect(Object.values(shown)).toEqual([0, 0, 0, 0, 0]);
    expect(await page.getByRole('link', { name: 'Clients' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('an administrator finds the pages for developers of a client that has them, a member does not', async () => {
    const portal = site.portal();
    const admin = await portal.register();
    const operator = await registerOperator(portal);
    const chosen = await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: ['developer'] });
    expect(chosen.statusCode).toBe(200);

    const found: string[][] = [];
    for (const person of [admin, await portal.join(admin)]) {
      const { page } = await site.open();
      await site.enter(page, person);
      await page.goto('/settings/profile');
      await settled(page);
      found.push(await page.getByRole('link', { name: /^(API keys|Webhooks)$/ }).allInnerTexts());
    }

    expect(found).toEqual([['API keys', 'Webhooks'], []]);
  });

  it('an administrator makes a webhook, sees its secret once, and pauses it', async () => {
    const { page, faults } = await site.open();
    const portal = site.portal();
    const admin = await portal.register();
    const operator = await registerOperator(portal);
    await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: ['developer'] });
    await site.signIn(page, admin);
    await page.goto('/settings/webhooks');

    await page.getByLabel('Address (https)').fill('https://hooks.example/portal');
    await page.getByLabel('goal.completed').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByLabel('Active: https://hooks.example/portal').click({ force: true });
    const hook = async () => (await admin.get('/api/webhooks')).json().data[0];
    await expect.poll(async () => (await hook()).enabled).toBe(false);
    await page.reload();
    await settled(page);

    expect((await hook()).events).toEqual(['scan.completed', 'page.published', 'goal.completed']);
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('an operator signs in with a second factor, finds a client and suspends it with a reason', async () => {
    const { page, faults } = await site.open();
    const portal = site.portal();
    const client = await portal.register({ orgName: 'Hypatia Optics' });
    const operator = await portal.register({ name: 'Olive Operator' });
    await appoint(portal, operator);
    const authenticator = await enrol(operator);

    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password').fill(operator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill(codeOf(authenticator));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/operator');
    await page.getByLabel('Search by name').fill('hypatia');
    await page.getByRole('link', { name: 'Hypatia Optics' }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill(REASON);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await client.get('/api/dashboard/kpis')).json().code).toBe('CLIENT_SUSPENDED');
    const budget = page.getByLabel('Tokens per month');
    await budget.fill('-5');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('alert').getByText('Enter 0 or more.').waitFor();
    expect(await budget.inputValue()).toBe('-5');

    expect(await breaches(page)).toEqual([]);
    await page.goto('/operator/activity');
    await settled(page);
    expect(await page.getByText(REASON).count()).toBeGreaterThan(0);
    const empty = page.locator('td:visible').filter({ hasText: /^$/ });
    expect(await empty.count()).toBeGreaterThan(0);
    // As cards, rows name what they have.
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await empty.count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
