import { deliverNotices } from '../../routers/notifications/deliver.ts';
import type { Account, Person } from './people.ts';
import type { Portal } from './portal.ts';

/** Opens the link of the verification mail. */
async function verify(portal: Portal, person: Person) {
  const mails = await portal.mailTo(person.email);
  const mail = mails.find(({ subject }) => subject === 'Confirm your email address');
  const verified = await portal.visitor().post('/api/auth/verify-email', { token: mail?.token });
  if (verified.statusCode !== 200) throw new Error(`No verified address: ${verified.body}`);
  return person;
}

/** The administrator of a new organization, with a verified address. */
export const registerVerified = async (portal: Portal, facts?: Partial<Account>) =>
  verify(portal, await portal.register(facts));

/** A new member with a verified address. */
export const joinVerified = async (
  portal: Portal,
  admin: Person,
  role?: 'admin' | 'member',
  facts?: Partial<Account>,
) => verify(portal, await portal.join(admin, role, facts));

const OTHERS = ['Confirm your email address', 'Invitation to the client portal'];

/** Tells what is noted, and returns the mails of an address besides those of its registration, oldest first. */
export async function toldTo(portal: Portal, { email }: Pick<Person, 'email'>) {
  const before = portal.lines.length;
  await deliverNotices(portal.deps);
  const failure = portal.lines.slice(before).find((line) => line.includes('A notice could not be told'));
  if (failure) throw new Error(failure);
  const mails = await portal.mailTo(email);
  return mails.filter(({ subject }) => !OTHERS.includes(subject ?? ''));
}

/** A header of a mail. */
export const headerOf = ({ headers }: { headers: { key: string; value: string }[] }, name: string) =>
  headers.find(({ key }) => key === name)?.value;
