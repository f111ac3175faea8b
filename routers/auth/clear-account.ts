import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { apiKeys, authenticators, invitations, memberships, organizations } from '../../db/schema/index.ts';
import { record } from '../../server/identity/security-trail.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { emitMemberEvent, removeAllWebhooks } from '../webhooks/public.ts';
import { voidTokens } from './one-time-tokens.ts';
import { forgetPasskeys } from './passkeys/stored.ts';
import { forgetPending } from './two-factor/pending.ts';

const { orgId, userId: memberId, role } = memberships;

// A statement has a maximum number of parameters, and a stranger any number of organizations.
const EVENTS_AT_MOST = 1000;

/** Leaves the organizations that somebody else administers. Those whose only administrator the user is stay theirs. */
async function leaveOtherOrganizations(tx: AccountDb, userId: string) {
  const joined = tx.select({ orgId }).from(memberships).where(eq(memberId, userId));
  const othersAdminister = tx
    .select({ orgId })
    .from(memberships)
    .where(and(inArray(orgId, joined), eq(role, 'admin'), ne(memberId, userId)));
  const ofOthers = or(eq(role, 'member'), inArray(orgId, othersAdminister));
  return tx
    .delete(memberships)
    .where(and(eq(memberId, userId), ofOthers))
    .returning({ orgId, role });
}

/**
 * Removes what a stranger may have set up in an account whose address nobody had verified: the second factor, passkeys,
 * seats in other organizations, API keys, invitations and webhooks. An organization that stays loses all of these, as
 * helpers of the stranger may have made some. The user’s row is locked; sessions end later in the transaction.
 *
 * @returns whether there was anything to remove
 */
export async function clearAccount(
  tx: AccountDb,
  { deps, request }: Pick<AccountContext, 'deps' | 'request'>,
  userId: string,
) {
  const joined = tx.select({ orgId }).from(memberships).where(eq(memberId, userId));
  // In the order of their ids, so that two of these transactions cannot wait for each other.
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, joined))
    .orderBy(organizations.id)
    .for('no key update');
  // Tokens, then the authenticator, then memberships: in the order of a second step, to prevent a deadlock.
  await voidTokens(tx, userId, ['second_factor']);
  const factors = await tx.delete(authenticators).where(eq(authenticators.userId, userId)).returning();
  await forgetPending(tx, userId);
  const keysOfDevices = await forgetPasskeys(tx, userId);
  const left = await leaveOtherOrganizations(tx, userId);
  for (const seat of left.slice(0, EVENTS_AT_MOST))
    await emitMemberEvent(deps, tx, { type: 'member.removed', ...seat, userId });
  const keys = await tx
    .delete(apiKeys)
    .where(or(eq(apiKeys.createdBy, userId), inArray(apiKeys.orgId, joined)))
    .returning({ orgId: apiKeys.orgId, keyId: apiKeys.id, name: apiKeys.name });
  const invited = await tx
    .delete(invitations)
    .where(or(eq(invitations.invitedBy, userId), inArray(invitations.orgId, joined)))
    .returning({ id: invitations.id });

  const kept = await tx.select({ orgId }).from(memberships).where(eq(memberId, userId));
  const organizationsKept = kept.map((seat) => seat.orgId);
  if (organizationsKept.length > 0) await removeAllWebhooks(deps, tx, organizationsKept);

  const details = {
    secondFactor: factors.length > 0,
    passkeys: keysOfDevices,
    apiKeys: keys.length,
    invitations: invited.length,
    memberships: left.length,
  };
  if (!Object.values(details).some(Boolean)) return false;

  const inOrganizations = [
    ...left.map(({ orgId, ...seat }) => ({ type: 'member_removed' as const, userId, orgId, details: seat })),
    ...keys.map(({ orgId, ...key }) => ({ type: 'api_key_deleted' as const, userId, orgId, details: key })),
  ];
  await record(tx, request, { type: 'account_cleared', userId, details }, ...inOrganizations.slice(0, EVENTS_AT_MOST));
  return true;
}
