import { hashPassword } from '../../server/identity/password.ts';
import { openFleet } from '../fleet.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import type { Section } from './section.ts';

const PASSWORD = 'a password that is right';
const PEOPLE = 512;

/** A unique address: the limit is 5 sign-ins per address in 15 minutes. */
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Sign-ins of many people with the correct password: argon2id on threads and six statements. */
export const login: Section = async (place, pace) => {
  const people = await place.prepare(async (database) => {
    const passwordHash = await hashPassword('bench', PASSWORD);
    const made = await seedPeople(database, await seedOrganization(database), PEOPLE, passwordHash);
    await settle(database);
    return made;
  });

  await using fleet = openFleet(place);
  let sent = 0;
  const request = () => {
    const { email } = people[sent % people.length] ?? {};
    return { headers: { 'x-forwarded-for': address(sent++) }, body: JSON.stringify({ email, password: PASSWORD }) };
  };
  const aim = { method: 'POST', path: '/api/auth/login', request } as const;
  const figures = await compete([{ name: 'portal, REST', server: await fleet.start('portal'), aim }], pace);
  return { title: `POST ${aim.path}`, figures, targets: [] };
};
