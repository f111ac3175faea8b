import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import { markMeasured } from '../helpers/prospects.ts';

const site = siteForThisFile();
const SLOW = { timeout: 180_000 };

describe('the page of prospects', SLOW, () => {
  it('makes one from a website and a name, links its report, and makes a client of it', async () => {
    const { page, faults } = await site.open({ colorScheme: 'dark', width: 390 });
    const portal = site.portal();
    const operator = await registerOperator(portal);
    const name = `Prospect ${randomUUID().slice(0, 8)}`;
    const email = `${randomUUID()}@example.com`;
    const listed = async (status: string) =>
      (await operator.get(`/api/operator/clients?search=${encodeURIComponent(name)}&status=${status}`)).json().data;
    await site.enter(page, operator);

    await page.goto('/operator/prospects');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Town or address').fill('Lowell');
    await page.getByRole('button', { name: 'Measure it' }).click();
    const part = page.getByRole('region', { name });
    await part.getByText('Will be erased in 90 days unless you win or keep it.').waitFor();
    const [{ id }] = await listed('prospect');
    await markMeasured(portal, id);
    await page.reload();
    await part.getByRole('button', { name: `Create a link to the report: ${name}` }).click();
    await part.getByRole('status').getByText('/r/').waitFor({ timeout: 60_000 });
    await settled(page);
    const found = await breaches(page);
    const link = await part.locator('.secret').textContent();
    const mail = new URL((await part.getByRole('link', { name: 'Write an email' }).getAttribute('href')) ?? '');
    await part.getByRole('button', { name: `Keep another 90 days: ${name}` }).click();
    await settled(page);
    const stayed = await part.locator('.secret').textContent();
    await page.goto('/operator/reports');
    await page.getByRole('row', { name }).getByText('Link created').waitFor();
    await page.goto('/operator/prospects');
    await part.getByLabel('Email of the administrator to invite').fill(email);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: `Make ${name} a client and invite ${email}?` });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'detached' });
    const after = await listed('prospect');
    await part.getByRole('button', { name: `Make it a client: ${name}` }).click();
    await question.getByRole('button', { name: 'Make it a client' }).click();
    await page
      .locator('[role="status"]:focus', { hasText: `${name} is a client now, and ${email} is invited.` })
      .waitFor();
    await page.getByText('/accept-invitation?token=').waitFor();
    await part.waitFor({ state: 'detached' });

    expect(mail.protocol).toBe('mailto:');
    expect(mail.searchParams.get('subject')).toBe(`How AI assistants see ${name}`);
    expect(mail.searchParams.get('body')).toMatch(/^We asked .*\. You can read it until .*: http/);
    expect(mail.searchParams.get('body')?.endsWith(link ?? '?')).toBe(true);
    expect(stayed).toBe(link);
    expect(after).toMatchObject([{ id }]);
    expect(await listed('active')).toMatchObject([{ id, status: 'active' }]);
    expect([...found, ...(await breaches(page))]).toEqual([]);
    expect(faults).toEqual([]);
  });
});
