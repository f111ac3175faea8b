import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();
const SLOW = 120_000;

async function registered() {
  const portal = site.portal();
  const person = await portal.register();
  const [mail] = await portal.mailTo(person.email);
  return { person, token: mail?.token };
}

it(
  'an address that the link alone confirmed has a notice on every page, which sends another link',
  async () => {
    const { person, token } = await registered();
    await site.portal().visitor().post('/api/auth/verify-email', { token });
    const profile = (await person.get('/api/auth/account/profile')).json().data;
    const { page, faults } = await site.open();

    await site.enter(page, person);
    await page.goto('/');
    const notice = page.getByRole('status').filter({ hasText: `${person.email} was confirmed from another browser` });
    await notice.getByRole('button', { name: 'Send the email again' }).click();
    await notice.getByText('The email is on its way.').waitFor();
    const another = (await site.portal().mailTo(person.email)).at(-1);
    await person.post('/api/auth/verify-email', { token: another?.token });
    await page.reload();
    await settled(page);

    expect(profile).toMatchObject({ emailVerified: true, verifiedByLink: true });
    expect(await notice.count()).toBe(0);
    expect(faults).toEqual([]);
  },
  SLOW,
);

it(
  'who confirms an address with the password goes on without typing it again',
  async () => {
    const { person, token } = await registered();
    const { page } = await site.open();

    await page.goto(`/verify-email?token=${token}`);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Continue to the portal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await settled(page);

    expect(await page.getByRole('status').filter({ hasText: person.email }).count()).toBe(0);
  },
  SLOW,
);
