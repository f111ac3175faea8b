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

const away = (page: Page) => page.getByText('The portal cannot be reached right now').first();
const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' });

describe('while the portal restarts', SLOW, () => {
  it('a page that is opened says so, and appears when the portal is back', async () => {
    const { page } = await opened('/');

    const start = await site.stop();
    await page.getByRole('link', { name: 'Reviews' }).click();
    await away(page).waitFor();
    await start();
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    await settled(page);

    expect(await away(page).count()).toBe(0);
  });

  it('a page that asks for something says so at once, and gets it when the portal is back', async () => {
    const { page } = await opened('/visibility');

    const start = await site.stop();
    await page.getByText('90 days').click();
    await away(page).waitFor();
    await start();
    await page.getByText('Figures will appear here').waitFor();
    await settled(page);

    expect(await page.getByRole('alert').count()).toBe(0);
    await away(page).waitFor({ state: 'detached' });
  });

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

  it('the text of a page is kept, and saved afterwards', async () => {
    const { page, person } = await opened('/content');
    const { id } = (await person.post('/api/cms/pages', { title: 'Implants' })).json().data;
    await page.goto(`/content/${id}`);
    await settled(page);

    const start = await site.stop();
    await page.getByLabel('Text in').fill('An implant costs $3,000.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The portal cannot be reached right now' }).first().waitFor();
    await start();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as version 2.').waitFor();

    expect(await page.getByLabel('Text in').inputValue()).toBe('An implant costs $3,000.');
  });
});

describe('a session that ends', SLOW, () => {
  it('while a text is written leaves the text there', async () => {
    const { page, person } = await opened('/content');
    const { id } = (await person.post('/api/cms/pages', { title: 'Implants' })).json().data;
    await page.goto(`/content/${id}`);
    await settled(page);

    await page.getByLabel('Text in').fill('An implant costs $3,000.');
    await person.post('/api/auth/logout');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('button', { name: 'Stay on the page' }).click();
    expect(await page.getByLabel('Text in').inputValue()).toBe('An implant costs $3,000.');

    const other = await page.context().newPage();
    await site.signIn(other, person);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as version 2.').waitFor();
  });

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

  it('at "Sign out" asks first where something is not saved', async () => {
    const { page, person } = await opened('/settings/organization');
    await page.getByLabel('Phone').fill('+1 207 555 0187');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.getByRole('link', { name: 'Members' }).click();
    await question.getByRole('button', { name: 'Stay on the page' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Stay on the page' }).click();
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 207 555 0187');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await signInPage(page).waitFor();

    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(401);
  });

  it('in one tab ends in the others, and one that begins is theirs too', async () => {
    const { page, person } = await opened('/listings');
    const other = await page.context().newPage();
    await other.goto('/goals');
    await settled(other);

    await other.getByRole('button', { name: 'Sign out' }).click();
    await signInPage(other).waitFor();
    await signInPage(page).waitFor();
    expect(new URL(page.url()).search).toBe('?next=%2Flistings');
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Password').fill(person.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto('/listings');

    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
  });
});

it('an old tab whose files are gone after an update loads itself anew', SLOW, async () => {
  const { page } = await opened('/');
  let loads = 0;
  page.on('load', () => loads++);

  // As it is after an update: this name is there no more, until the page has learned the new ones.
  await page.route('**/assets/reviews-*.js', (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Reviews' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();

  expect(loads).toBe(1);
});
