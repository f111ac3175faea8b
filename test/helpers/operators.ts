import { operators } from '../../db/schema/index.ts';
import { type Account, type Person, verbs } from './people.ts';
import type { Portal } from './portal.ts';
import { enrol } from './second-factor.ts';

type PlatformRole = 'operator' | 'support';

/** Gives a person a platform role. */
export const appoint = ({ deps }: Portal, { userId }: { userId: string }, role: PlatformRole = 'operator') =>
  deps.database.accounts.insert(operators).values({ userId, role });

/** Somebody who runs the portal, signed in, with a second factor. */
export async function registerOperator(
  portal: Portal,
  { role, ...facts }: Partial<Account> & { role?: PlatformRole } = {},
) {
  const person = await portal.register(facts);
  await appoint(portal, person, role);
  const authenticator = await enrol(person);
  return { ...person, authenticator };
}

/** A key that an operator makes, with a sender that uses it. */
export async function operatorKey(portal: Portal, maker: Pick<Person, 'post'>) {
  const response = await maker.post('/api/operator/keys', { name: 'Nightly', scopes: ['ingest'] });
  if (response.statusCode !== 201) throw new Error(`No operator key: ${response.body}`);
  const { key, apiKey } = response.json();
  const { send, address } = portal.visitor();
  const authorization = `Bearer ${key}`;
  return {
    address,
    response,
    apiKey,
    key: key as string,
    ...verbs((method, url, body, headers) => send(method, url, body, { authorization, ...headers })),
  };
}

export const REASON = 'An invoice is three months overdue.';
