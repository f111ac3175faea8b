import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { operators, users } from '../../db/schema/index.ts';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { type Account, type Person, verbs } from './people.ts';
import type { Portal } from './portal.ts';
import { enrol } from './second-factor.ts';
import { runCommand } from './shell.ts';

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

/** A portfolio of these clients, and an operator who is limited to it. */
export async function limitedOperator(portal: Portal, chief: Pick<Person, 'post'>, clientIds: string[]) {
  const response = await chief.post('/api/operator/portfolios', { name: `Portfolio ${randomUUID()}`, clientIds });
  if (response.statusCode !== 201) throw new Error(`No portfolio: ${response.body}`);
  const { id, name } = response.json().data as { id: string; name: string };
  const operator = await registerOperator(portal);
  await portal.deps.database.accounts.update(users).set({ emailVerified: true }).where(eq(users.id, operator.userId));
  await runCommand(operatorCommands['operator add'], portal, operator.email, '--portfolio', name);
  return { operator, portfolio: { id, name } };
}
