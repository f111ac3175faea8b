import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PROFILE = '/api/auth/account/profile';
const MEMBERS = '/api/auth/org/members';

/**
 * Signs in eight times, and does something else while the passwords are verified. Returns the profiles of the new
 * sessions.
 */
async function signInDuring({ email, password }: Person, change: () => Promise<unknown>) {
  const pending = Promise.all(
    Array.from({ length: 8 }, () => portal.visitor().post('/api/auth/login', { email, password })),
  );
  await pause(20);
  await change();
  const answers = await pending;
  const profiles = answers.map(({ cookies }) => {
    const token = cookies.find(({ name }) => name === 'portal_session')?.value;
    return token ? portal.inject({ url: PROFILE, cookies: { portal_session: token } }) : undefined;
  });
  return { answers, profiles: (await Promise.all(profiles)).flatMap((profile) => profile ?? []) };
}

async function memberOfTwo() {
  const [owner, elsewhere] = [await portal.register(), await portal.register()];
  const person = await portal.join(owner);
  const { token } = await invite(elsewhere, { email: person.email });
  await person.post('/api/auth/accept-invitation', { token });
  await person.post('/api/auth/org/switch', { orgId: owner.orgId });
  const members: { id: string; userId: string }[] = (await owner.get(MEMBERS)).json().data;
  const seat = `${MEMBERS}/${members.find(({ userId }) => userId === person.userId)?.id}`;
  return { owner, elsewhere, person, seat };
}

describe('A sign-in on its way', () => {
  it('needs a code if the second factor is set up meanwhile', async () => {
    const person = await portal.register();

    const { answers, profiles } = await signInDuring(person, async () => {
      await enrol(person);
      await person.post('/api/auth/account/sessions/revoke-others');
    });

    expect(answers.map(outcome)).toEqual(Array(8).fill('200'));
    // Those that were done before have lost their session.
    expect(profiles.map(outcome)).toEqual(profiles.map(() => '401 UNAUTHENTICATED'));
    expect(answers.filter((answer) => answer.json().requires2FA)).toHaveLength(8 - profiles.length);
  });

  it('leads to the next organization of a member who is removed meanwhile', async () => {
    const { owner, elsewhere, person, seat } = await memberOfTwo();

    const { answers, profiles } = await signInDuring(person, () => owner.del(seat));

    expect(answers.map(outcome)).toEqual(Array(8).fill('200'));
    expect(profiles.map((profile) => profile.json().data?.orgId)).toEqual(Array(8).fill(elsewhere.orgId));
  });

  it('leads there with a code as well', async () => {
    const { owner, elsewhere, person, seat } = await memberOfTwo();
    const authenticator = await enrol(person);
    const { verify } = await halfway(portal, person);

    const [answer] = await Promise.all([verify(codeOf(authenticator)), owner.del(seat)]);

    const token = answer.cookies.find(({ name }) => name === 'portal_session')?.value ?? '';
    const profile = await portal.inject({ url: PROFILE, cookies: { portal_session: token } });
    expect(profile.json().data?.orgId).toBe(elsewhere.orgId);
  });
});
