import { hash, randomBytes } from 'node:crypto';
import type { AccountDb } from '../../db/handles.ts';
import { clientErasures, invitations, memberships, organizations, users } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import { SMALL_CLIENTS, type SmallClient } from './clients.ts';

/** A small client, with the ids of its organization and people. */
export interface SeededClient extends SmallClient {
  clientId: string;
  userIds: string[];
}

const addressOf = (name: string, domain: string) => `${name.split(' ')[0]?.toLowerCase()}@${domain}`;

/** Seeds the small clients with their people, of whom nobody can sign in, and an open invitation of one without any. */
export async function seedClientAccounts(tx: AccountDb, unknowable: string, operatorId: string, now: Date) {
  const ago = (days: number, hours = 0) => momentAgo(now, days, hours);
  const made = await tx
    .insert(organizations)
    .values(
      SMALL_CLIENTS.map(({ name, vertical, timezone, status, notes, monthlyTokenBudget, joined, active, domain }) => ({
        name,
        vertical,
        timezone,
        status,
        notes,
        monthlyTokenBudget,
        website: `https://${domain}`,
        createdAt: ago(joined),
        lastActiveAt: active === undefined ? null : ago(0, active),
      })),
    )
    .returning({ id: organizations.id });
  const seats = SMALL_CLIENTS.flatMap(({ people, domain, joined, locked }, client) =>
    people.map((name, index) => ({
      client,
      name,
      email: addressOf(name, domain),
      createdAt: ago(joined, -index),
      lockedAt: name === locked ? ago(1, 2) : null,
    })),
  );
  // Their addresses are not verified, so that the portal does not write to them.
  const persons = await tx
    .insert(users)
    .values(seats.map(({ client: _, ...person }) => ({ ...person, passwordHash: unknowable })))
    .returning({ id: users.id });

  const clients: SeededClient[] = SMALL_CLIENTS.map((client, index) => ({
    ...client,
    clientId: made[index]?.id ?? '',
    userIds: persons.flatMap(({ id }, seat) => (seats[seat]?.client === index ? [id] : [])),
  }));
  await tx.insert(memberships).values(
    clients.flatMap(({ clientId: orgId, userIds, joined }) =>
      userIds.map((userId, index) => ({
        orgId,
        userId,
        role: index === 0 ? ('admin' as const) : ('member' as const),
        createdAt: ago(joined),
        lastUsedAt: ago(joined),
      })),
    ),
  );
  const waiting = clients.filter(({ people }) => people.length === 0);
  await tx.insert(invitations).values(
    waiting.map(({ clientId: orgId, domain, joined }) => ({
      orgId,
      email: `camille@${domain}`,
      role: 'admin' as const,
      tokenHash: hash('sha256', randomBytes(32)),
      createdAt: ago(joined),
      expiresAt: ago(joined - 7),
    })),
  );
  await tx.insert(clientErasures).values(
    clients.flatMap(({ clientId: orgId, eraseIn }) => {
      if (eraseIn === undefined) return [];
      const times = { createdAt: ago(14 - eraseIn), eraseAt: ago(-eraseIn) };
      return [{ orgId, askedBy: operatorId, statusBefore: 'active' as const, ...times }];
    }),
  );
  return clients;
}
