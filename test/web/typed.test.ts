import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

it('a comment outlasts the session in which it is typed, and is shown in its own direction', async () => {
  const { page } = await site.open();
  const person = await site.portal().register();
  const { id } = (await person.post('/api/cms/pages', { title: 'زراعة الأسنان' })).json().data;
  await site.enter(page, person);
  await page.goto(`/content/${id}`);
  await settled(page);
  await page.getByLabel('Your comment').fill('نص جميل');
  await person.post('/api/auth/logout', {});
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Add comment' }).waitFor();
  expect(await page.getByLabel('Your comment').inputValue()).toBe('نص جميل');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.locator('.row').getByText('نص جميل').waitFor();
  await expect.poll(() => page.getByLabel('Your comment').inputValue()).toBe('');

  const fromRight = await page.evaluate(
    "[...document.querySelectorAll('h1:dir(rtl), h2:dir(rtl), .row p:dir(rtl)')].map(({ textContent }) => textContent)",
  );
  expect(fromRight).toEqual(['زراعة الأسنان', 'نص جميل']);
  for (const field of ['Title', 'Your comment'])
    expect(await page.getByLabel(field, { exact: true }).getAttribute('dir')).toBe('auto');
  await page.goto('/settings/security');
  await settled(page);
  const form = page.locator('form').filter({ has: page.getByLabel('Current password') });
  expect(await form.locator('[autocomplete="username"]').inputValue()).toBe(person.email);
  expect(await breaches(page)).toEqual([]);
});

it('a wrong field says what is wrong, in a sentence and in both languages, and gets the focus', async () => {
  const person = await site.portal().register();
  const { page } = await site.open();
  await site.enter(page, person);
  const told = async (path: string, field: string, submit: string, sentence: string) => {
    // The label of a required field has a star.
    const wrong = page.getByLabel(new RegExp(`^${field}( \\*)?$`));
    await page.getByRole('button', { name: submit, exact: true }).last().click();
    await page.getByRole('alert').getByText(sentence).first().waitFor();
    await expect.poll(() => wrong.and(page.locator(':focus')).count()).toBe(1);
    expect(await wrong.getAttribute('aria-invalid'), path).toBe('true');
  };

  await page.goto('/tasks');
  await page.getByRole('button', { name: 'New task' }).click();
  await told('/tasks', 'Title', 'Save', 'Please fill in this field.');
  await page.goto('/settings/security');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByLabel('New password').fill('short');
  await told('/settings/security', 'New password', 'Change password', 'Use at least 8 characters.');
  await page.goto('/insights');
  await told('/insights', 'Your question', 'Ask', 'Please fill in this field.');

  const { page: german } = await site.open({ colorScheme: 'light', width: 1440, locale: 'de-DE' });
  await site.enter(german, person);
  await german.goto('/tasks');
  await german.getByRole('button', { name: 'Neue Aufgabe' }).click();
  await german.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await german.getByRole('alert').getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor();
});

it('a question is asked once by a double click', async () => {
  const { page } = await site.open();
  const person = await site.portal().register();
  await site.enter(page, person);
  await page.goto('/insights');
  await page.getByLabel('Your question').fill('What should we do next?');
  await page.getByRole('button', { name: 'Ask', exact: true }).dblclick();
  await page.getByRole('heading', { name: 'What should we do next?' }).waitFor();
  await settled(page);

  const { total } = (await person.get('/api/insights/history')).json();
  expect(total).toBe(1);
});
