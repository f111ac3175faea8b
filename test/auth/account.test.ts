import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const PROFILE = '/api/auth/account/profile';

describe('/api/auth/account/profile', () => {
  it('updates sent fields, keeps omitted ones and clears null ones', async () => {
    const person = await portal.register();
    const full = {
      name: 'Grace',
      phone: '+1 207 555 0142',
      jobTitle: 'Admiral',
      avatarUrl: 'https://example.com/g.png',
      timezone: 'Europe/Berlin',
      locale: 'de-DE',
    };

    const all = (await person.put(PROFILE, full)).json().data;
    const some = (await person.put(PROFILE, { name: 'Grace Hopper', phone: null })).json().data;
    const none = (await person.put(PROFILE, {})).json().data;

    expect(all).toMatchObject(full);
    expect(some).toMatchObject({ ...full, name: 'Grace Hopper', phone: null });
    expect(none).toEqual(some);
    expect((await person.get(PROFILE)).json().data).toEqual(none);
  });

  it.each([
    ['avatarUrl', 'javascript:alert(1)'],
    ['avatarUrl', 'not a url'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+02:00'],
    ['locale', 'not_a_tag!'],
    ['phone', 'call me'],
    ['name', ''],
    ['name', 'x'.repeat(121)],
    ['jobTitle', 7],
  ])('refuses %s %j and changes nothing', async (field, value) => {
    const person = await portal.register();
    const before = (await person.get(PROFILE)).json();

    const response = await person.put(PROFILE, { locale: 'fr', [field]: value });

    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path: field }]);
    expect((await person.get(PROFILE)).json()).toEqual(before);
  });

  it('ignores fields that users cannot change', async () => {
    const person = await portal.register();

    const { data } = (
      await person.put(PROFILE, { email: 'other@example.com', emailVerified: true, role: 'member', id: person.orgId })
    ).json();

    expect(data).toMatchObject({ id: person.userId, email: person.email, emailVerified: false, role: 'admin' });
  });
});
