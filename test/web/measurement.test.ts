import { afterAll, expect, it } from 'vitest';
import { harborStreetPages } from '../../demo/services/website/harbor-street.ts';
import { auditSite } from '../../routers/measurement/audit/audit-site.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { stoppedClock, websiteForThisTest } from '../helpers/websites.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const site = siteForThisFile(engines.env);

// German words are longer, and a narrow page has less room for them.
const LOOK: Look = { colorScheme: 'dark', width: 390, locale: 'de-DE' };

it('a fresh organization takes up suggestions and begins one run, however it is clicked', async () => {
  const { page, faults } = await site.open(LOOK);
  const admin = await site.portal().register();
  await site.enter(page, admin);
  await page.goto('/measurement');
  const now = page.getByRole('button', { name: 'Jetzt messen' });
  await settled(page);
  expect(await now.isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Fragen vorschlagen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().uncheck();
  await dialog.getByRole('button', { name: '24 Fragen hinzufügen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('24 Fragen × 2 Assistenten × 3').waitFor();
  const violations = await breaches(page);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  const shots = process.env.SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/measurement-${LOOK.width}.png`, fullPage: true });
  await now.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Jetzt messen' }).dblclick();
  await page.getByText('0 von 144').waitFor();
  const { data: runs } = (await admin.get(`${MEASUREMENT}/runs`)).json();

  expect({ violations, overflow, faults, alerts: await page.getByRole('alert').count() }).toEqual({
    violations: [],
    overflow: 0,
    faults: [],
    alerts: 0,
  });
  expect(runs).toHaveLength(1);
  // What was asked for before the run ended is asked for anew.
  await page.getByRole('link', { name: 'Kennzahlen' }).click();
  await page.getByText('wurde noch nicht gemessen').waitFor();
  await endOfRun(site.portal(), admin, runs[0].id);
  await page.getByRole('link', { name: 'Die Antworten hinter' }).waitFor();
  await page.goBack();
  await page.getByText('144 von 144').waitFor();
  const marks = page.locator('mark');
  await marks.nth(1).waitFor();
  const marked = await marks.allInnerTexts();
  if (shots) await page.screenshot({ path: `${shots}/run-${LOOK.width}.png`, fullPage: true });
  expect(marked.slice(0, 2)).toEqual(['Example', 'excellent']);
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Neu auszählen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Neu auszählen' }).click();
  await page.getByText('wurden neu ausgezählt').waitFor();

  await page.goto('/ai-search');
  await page.getByRole('link', { name: 'Die Antworten hinter' }).waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);
  const question = page.locator('ul.questions').getByRole('link').first();
  const asked = await question.textContent();
  await question.click();
  await page.getByText(`Antworten auf „${asked}“`).waitFor();
  await marks.first().waitFor();
  await expect.poll(() => page.locator('.row').count()).toBe(6);
}, 60_000);

it('what administrators plan is kept, and members see no controls', async () => {
  const { page } = await site.open();
  const admin = await site.portal().register();
  await site.enter(page, admin);
  await page.goto('/measurement');
  await page.getByLabel('How often').selectOption('week');
  await page.getByLabel('Day of the week').selectOption('Wednesday');
  await page.getByLabel('Repetitions of each question').fill('5');
  await page.getByLabel('Other names').fill('Sample\nThe Sample');
  await page.getByRole('switch', { name: 'Measure on a schedule' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Next run').waitFor();
  const member = await site.portal().join(admin);
  const { page: other } = await site.open();
  await site.enter(other, member);
  await other.goto('/measurement');
  await other.getByText('No questions yet').waitFor();

  expect((await admin.get(MEASUREMENT)).json().data).toMatchObject({
    enabled: true,
    schedule: { every: 'week', weekday: 3 },
    readingsPerPrompt: 5,
    aliases: ['Sample', 'The Sample'],
  });
  expect(await other.getByRole('button', { name: /Measure now|Save|Add a question/ }).count()).toBe(0);
});

it('the site audit shows checks and pages, and why the latest one failed', async () => {
  const { page } = await site.open();
  await site.signIn(page);
  await page.goto('/site-audit');
  await page.getByText('Your website has not been audited yet.').waitFor();
  const { data: profile } = await (await page.request.get('/api/auth/account/profile')).json();
  const { deps } = site.portal();
  const tenant = await findTenant(deps.database.accounts, profile.orgId);
  if (!tenant) throw new Error('The demo is missing.');
  const website = await websiteForThisTest(harborStreetPages);
  const audit = (startUrl: string) => auditSite(deps, tenant, { startUrl, maxPages: 20 }, stoppedClock());

  await audit(website.url);
  await page.reload();

  const checks = page.getByRole('region', { name: 'Checks', exact: true });
  await checks.getByText('Fails: PerplexityBot.').waitFor();
  const offers = page.getByRole('row', { name: '/offers' });
  expect(await offers.textContent()).toContain('Reachable pages');

  await audit('http://127.0.0.1:1/');
  await page.reload();

  await page.getByText('could not be reached').waitFor();
  await checks.getByText('Fails: PerplexityBot.').waitFor();
});
