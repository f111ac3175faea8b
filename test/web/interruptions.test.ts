import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile({}, { own: true });
const SLOW = { timeout: 120_000 };

/** A window of a new administrator, at an address. */
async function opened(path: string) {
  const window = await site.open();
  const person = await site.portal().register();
  await site.enter(window.page, person);
  await window.page.goto(path);
  await settled(window.page);
  return { ...window, person };
}

const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' });

describe('while the portal restarts', SLOW, () => {
  it('typed text stays, its save is refused with a message, and succeeds afterwards', async () => {
    const { page, person } = await opened('/settings/organization');
    await page.getByLabel('Phone').fill('+1 207 555 0187');

    const start = await site.stop();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'The portal cannot be reached right now' }).waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 207 555 0187');
    await start();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    const cookie = { cookie: person.cookie };
    const answer = await page.request.get('/api/auth/org', { headers: cookie });
    expect((await answer.json()).data.phone).toBe('+1 207 555 0187');
  });
});

describe('while the portal is busy', SLOW, () => {
  it.each([
    { look: { colorScheme: 'light', width: 1440, locale: 'en-US' }, said: 'The portal is busy. We’ll keep trying.' },
    {
      look: { colorScheme: 'dark', width: 390, locale: 'de-DE' },
      said: 'Das Portal ist ausgelastet. Wir versuchen es weiter.',
    },
  ] as const)(
    'a page says that it tries again, and shows its figures by itself: $look.locale',
    async ({ look, said }) => {
      const { page } = await site.open(look);
      await site.signIn(page);
      const error = { message: 'Busy.', code: -32_603, data: { httpStatus: 503, errorCode: 'SERVICE_UNAVAILABLE' } };
      await page.route(/\/trpc\/.*visibility\./, (route) => route.fulfill({ status: 503, json: { error } }));

      await page.goto('/visibility');
      await page.getByText(said).waitFor();
      await page.unrouteAll();
      await page.locator('.recharts-line').first().waitFor();

      await page.getByText(said).waitFor({ state: 'detached' });
    },
  );
});

describe('a session that ends', SLOW, () => {
  it('while a form is sent leads to the sign-in page, and back to the form as it was', async () => {
    const { page, person } = await opened('/tasks');

    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Call the dentist');
    // A read that is still on its way would end the session first.
    await settled(page);
    await person.post('/api/auth/logout');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await signInPage(page).waitFor();
    expect(new URL(page.url()).search).toBe('?next=%2Ftasks');
    await page.getByText('Your session has ended.').waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    expect(await page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Call the dentist');
  });
});
