import { describe, expect, it } from 'vitest';
import { unsubscribeUrl } from '../../routers/auth/public.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const ROUTE = '/api/auth/account/notifications';
const all = (wanted: boolean) => ({
  weeklyDigest: wanted,
  scoreDrop: wanted,
  overdueGoals: wanted,
  reviewRequested: wanted,
  paymentFailed: wanted,
});
const settings = async (person: Pick<Person, 'get'>) => (await person.get(ROUTE)).json().data;

async function verified() {
  const person = await portal.register();
  const [{ token } = { token: '' }] = await portal.mailTo(person.email);
  await portal.visitor().post('/api/auth/verify-email', { token });
  return person;
}

/** The path of an unsubscribe link, as its host serves it. */
const pathOf = (url: string) => url.slice(new URL(url).origin.length);
const link = (person: Person) => pathOf(unsubscribeUrl(portal.deps.env, 'scoreDrop', person.userId));

describe('The notification settings', () => {
  it('are all on once the address is verified, and off before', async () => {
    expect(await settings(await portal.register())).toEqual(all(false));
    expect(await settings(await verified())).toEqual(all(true));
  });

  it('keep settings that are not sent, for this person only', async () => {
    const [person, other] = [await verified(), await verified()];

    await person.put(ROUTE, { weeklyDigest: false });
    const answer = await person.put(ROUTE, { scoreDrop: false });

    expect(answer.json()).toEqual({ ok: true, data: { ...all(true), weeklyDigest: false, scoreDrop: false } });
    expect(await settings(person)).toEqual(answer.json().data);
    expect(await settings(other)).toEqual(all(true));
  });

  it.each([{ weeklyDigest: 'false' }, { scoreDrop: 1 }, { overdueGoals: null }])('refuse %j', async (body) => {
    const person = await verified();

    const answer = await person.put(ROUTE, body);

    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await settings(person)).toEqual(all(true));
  });

  it('need a session', async () => {
    const answers = [await portal.visitor().get(ROUTE), await portal.visitor().put(ROUTE, { scoreDrop: false })];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  });
});

describe('An unsubscribe link', () => {
  it('asks when it is opened, and changes nothing yet', async () => {
    const person = await verified();

    const answer = await portal.visitor().get(link(person));

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toMatch(/<h1>Unsubscribe from emails about a falling score\?<\/h1>.*<button type="submit">/s);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await settings(person)).toEqual(all(true));
  });

  it('turns off its kind, for its person only, signed out, when it is posted as RFC 8058 says', async () => {
    const [person, other] = [await verified(), await verified()];
    const form = { 'content-type': 'application/x-www-form-urlencoded' };

    const answers = [
      await portal.visitor().post(link(person), 'List-Unsubscribe=One-Click', form),
      await portal.visitor().post(link(person), 'List-Unsubscribe=One-Click', form),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.body).toContain('You will no longer get emails about a falling score');
    expect(await settings(person)).toEqual({ ...all(true), scoreDrop: false });
    expect(await settings(other)).toEqual(all(true));
  });

  it('works from the page that the portal shows, and not from a page of another site', async () => {
    const person = await verified();
    const { headers } = await portal.visitor().get(link(person));
    const own = new URL(portal.deps.env.PUBLIC_URL).origin;

    const foreign = await portal.visitor().post(link(person), undefined, { origin: 'https://evil.example' });
    const kept = await settings(person);
    const answer = await portal.visitor().post(link(person), undefined, { origin: own });

    expect(headers['referrer-policy']).toBe('same-origin');
    expect([foreign.statusCode, kept.scoreDrop]).toEqual([403, true]);
    expect([answer.statusCode, (await settings(person)).scoreDrop]).toEqual([200, false]);
  });

  it('is refused when its token is forged', async () => {
    const [person, other] = [await verified(), await verified()];
    const good = link(person);
    const forged = [
      good.replace('scoreDrop', 'weeklyDigest'),
      good.replace(person.userId, other.userId),
      good.slice(0, -3) + (good.endsWith('AAA') ? 'BBB' : 'AAA'),
      good.replace('scoreDrop', 'constructor'),
      '/unsubscribe',
      '/unsubscribe?token=a&token=b',
    ];

    const answers = [];
    for (const url of forged) answers.push(await portal.visitor().get(url), await portal.visitor().post(url));

    for (const { statusCode, headers } of answers)
      expect([statusCode, headers['x-error-code']]).toEqual([400, 'INVALID_TOKEN']);
    expect([await settings(person), await settings(other)]).toEqual([all(true), all(true)]);
  });
});
