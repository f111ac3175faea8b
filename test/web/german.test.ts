import { describe, expect, it } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };
const GERMAN: Look = { colorScheme: 'light', width: 390, locale: 'de-DE' };
const ENGLISH: Look = { colorScheme: 'light', width: 1440 };

describe('somebody whose browser prefers German', SLOW, () => {
  it('signs in in German, and reads the overview with German figures', async () => {
    const { page, faults } = await site.open(GERMAN);
    await page.goto('/sign-in');
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await page.title()).toBe('Anmelden · Kundenportal');
    expect(await breaches(page)).toEqual([]);

    await page.getByLabel('E-Mail').fill(DEMO.email);
    await page.getByLabel('Passwort').fill('not the password');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Die E-Mail-Adresse oder das Passwort ist falsch.');
    await page.getByLabel('Passwort').fill(DEMO.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await settled(page);

    expect(await page.locator('.figure').first().textContent()).toMatch(/^\d+,\d$/);
    expect(await page.getByText(/^Letzter Scan: \d{2}\.\d{2}\.\d{4}$/).count()).toBe(1);
    expect(await breaches(page)).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  it('reads the complaint about a field in German', async () => {
    const { page } = await site.open(GERMAN);
    await page.goto('/register');

    await page.getByLabel('Name der Organisation').fill('Praxis');
    await page.getByLabel('E-Mail').fill('ada@praxis.example');
    await page.getByLabel('Passwort').fill('kurz');
    await page.getByRole('button', { name: 'Konto erstellen' }).click();

    await page.getByText('Bitte verwenden Sie mindestens 8 Zeichen.').waitFor();
  });
});

describe('the language', SLOW, () => {
  it('is chosen before signing in, and stays so in this browser', async () => {
    const { page, faults } = await site.open(ENGLISH);
    await page.goto('/sign-in');

    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    expect(faults).toEqual([]);
  });

  it('is chosen in the menu, and follows the person to another browser', async () => {
    const account = { email: 'grace@praxis.example', password: 'correct horse battery' };
    const { page } = await site.open(ENGLISH);
    await page.request.post('/api/auth/register', { data: { ...account, orgName: 'Own' } });
    await page.goto('/');
    await settled(page);

    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    const locale = async () => (await (await page.request.get('/api/auth/account/profile')).json()).data.locale;
    await expect.poll(locale).toBe('de');

    const elsewhere = await site.open(ENGLISH);
    await site.signIn(elsewhere.page, account);
    await elsewhere.page.goto('/settings/profile');
    await elsewhere.page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();

    await elsewhere.page.getByLabel('Sprache und Region').selectOption('en-GB');
    await elsewhere.page.getByRole('button', { name: 'Speichern' }).click();
    await elsewhere.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(await breaches(elsewhere.page)).toEqual([]);
  });
});
