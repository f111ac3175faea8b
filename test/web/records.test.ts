import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();

const RECORDS = {
  async profile() {
    const person = await site.portal().register();
    return { person, reader: person, path: '/settings/profile', address: '/api/auth/account/profile' };
  },
  async organization() {
    const person = await site.portal().register();
    return { person, reader: person, path: '/settings/organization', address: '/api/auth/org' };
  },
  async client() {
    const person = await site.portal().register();
    const reader = await registerOperator(site.portal());
    return { person, reader, path: `/operator/clients/${person.orgId}`, address: '/api/auth/org' };
  },
};

it.each(Object.entries(RECORDS))(
  'the form of a record sends what was changed in it, shows what others have changed, and says what is saved: %s',
  async (_, begin) => {
    const { page, faults } = await site.open();
    const { person, reader, path, address } = await begin();
    await site.enter(page, reader);
    await page.goto(path);
    await settled(page);
    const form = page.locator('form').filter({ has: page.getByLabel('Time zone') });
    const [phone, zone, save] = [
      form.getByLabel('Phone'),
      form.getByLabel('Time zone'),
      form.getByRole('button', { name: 'Save' }),
    ];

    await person.put(address, { timezone: 'Asia/Tokyo' });
    await phone.fill('+1 207 555 0187');
    await save.click();
    await form.getByText('Saved.').waitFor();
    await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo');
    expect(await save.isDisabled()).toBe(true);
    await phone.fill('+1 207 555 0142');
    await form.getByText('Saved.').waitFor({ state: 'detached' });

    const { data } = (await person.get(address)).json();
    expect(data).toMatchObject({ phone: '+1 207 555 0187', timezone: 'Asia/Tokyo' });
    expect(await phone.inputValue()).toBe('+1 207 555 0142');
    expect(faults).toEqual([]);
  },
);
