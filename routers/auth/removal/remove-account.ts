import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import {
  apiKeys,
  authenticators,
  emailChanges,
  emailCodes,
  identities,
  invitations,
  memberships,
  notificationSettings,
  oneTimeTokens,
  operators,
  organizations,
  passkeys,
  pendingAuthenticators,
  securityEvents,
  sessions,
  users,
} from '../../../db/schema/index.ts';
import { ITSELF, record } from '../../../server/identity/security-trail.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { emitMemberEvent } from '../../webhooks/public.ts';
import { closeEmptyOrganizations } from './empty-organizations.ts';
import { addressesOf, removePersonalTraces } from './personal-traces.ts';
import { assertNoSoleAdministrator } from './sole-administrators.ts';
import { queueTraces } from './traces.ts';

// A statement has a maximum number of parameters, and a person any number of organizations.
const EVENTS_AT_MOST = 1000;

type Removed = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'emailVerified' | 'verifiedByLink'>;

/** The organizations in whose trail the account may be named. */
async function organizationsOf(tx: AccountDb, userId: string) {
  const seats = await tx.select().from(memberships).where(eq(memberships.userId, userId));
  const { orgId } = securityEvents;
  const ofEvents = await tx
    .selectDistinctOn([orgId], { orgId })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId));
  const ids = [...seats, ...ofEvents].flatMap((row) => row.orgId ?? []);
  return { seats, orgIds: [...new Set(ids)].sort() };
}

/** The tables that hold rows of the account and nothing of others. */
const OWN_ROWS = [
  { table: oneTimeTokens, owner: oneTimeTokens.userId },
  { table: emailChanges, owner: emailChanges.userId },
  { table: emailCodes, owner: emailCodes.userId },
  { table: authenticators, owner: authenticators.userId },
  { table: pendingAuthenticators, owner: pendingAuthenticators.userId },
  { table: passkeys, owner: passkeys.userId },
  { table: identities, owner: identities.userId },
  { table: notificationSettings, owner: notificationSettings.userId },
  { table: operators, owner: operators.userId },
];

/**
 * Removes a person in the transaction of its cause, which locks the user's row first. A job then removes the rest, in
 * trails and stored responses. What the person wrote stays, without a name.
 * @throws LAST_ADMIN where other members would be left without an administrator
 */
export async function removeAccount(tx: AccountDb, deps: Pick<HandlerDeps, 'jobs' | 'env'>, user: Removed) {
  const { id } = user;
  const { seats, orgIds } = await organizationsOf(tx, id);
  const joined = seats.map(({ orgId }) => orgId);
  // In the order of their ids, so that two removals cannot wait for each other.
  if (joined.length > 0)
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(inArray(organizations.id, joined))
      .orderBy(organizations.id)
      .for('no key update');
  await assertNoSoleAdministrator(tx, id);
  const addresses = await addressesOf(tx, user);

  for (const { table, owner } of OWN_ROWS) await tx.delete(table).where(eq(owner, id));
  await tx.delete(memberships).where(eq(memberships.userId, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  for (const { orgId, role } of seats.slice(0, EVENTS_AT_MOST))
    await emitMemberEvent(deps, tx, { type: 'member.removed', orgId, role, userId: id });
  // Events of the portal itself: from where a person left is theirs.
  const [first, ...more] = seats.map(({ orgId, role }) => ({
    type: 'account_deleted' as const,
    orgId,
    details: { role },
  }));
  if (first) await record(tx, ITSELF, first, ...more.slice(0, EVENTS_AT_MOST));
  await closeEmptyOrganizations(tx, deps, user, joined);
  await tx.update(apiKeys).set({ createdBy: null }).where(eq(apiKeys.createdBy, id));
  await tx.delete(invitations).where(eq(invitations.invitedBy, id));
  // Whoever has not verified an address must not void the invitations of its owner.
  const proven = user.emailVerified && !user.verifiedByLink;
  if (proven) await tx.delete(invitations).where(inArray(invitations.email, addresses));
  await removePersonalTraces(tx, addresses);

  const nobody = {
    email: `${randomUUID()}@deleted.invalid`,
    emailVerified: false,
    passwordHash: '',
    lockedAt: new Date(),
  };
  const nothing = { name: null, phone: null, jobTitle: null, avatarUrl: null, timezone: null, locale: null };
  await tx
    .update(users)
    .set({ ...nobody, ...nothing })
    .where(eq(users.id, id));
  await queueTraces(tx, deps, { userId: id, addresses, orgIds, proven });
}
