import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations, users } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { TOKEN_LIFE } from '../../../server/identity/lifetimes.ts';
import { fingerprint } from '../../../server/identity/tokens.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { Timestamp } from '../../values/shapes.ts';
import { PersonName, Role, UserId } from '../shapes.ts';
import { isPending } from './seats.ts';

const InvitationFields = z.object({
  id: z.uuid().meta({ description: 'Invitation id.', example: 'e81f5b3c-94a7-4d26-a0c5-7f1b2e6d9c38' }),
  email: z.string().meta({ description: 'Invited address.', example: 'lena@harborstreetdental.example' }),
  role: Role.describe('Role after acceptance.'),
  status: z.literal('pending').describe('Always `pending`.'),
  invitedBy: z
    .object({
      id: UserId,
      name: PersonName,
    })
    .nullable()
    .describe('The administrator who sent the invitation; null if the account no longer exists.'),
  expiresAt: Timestamp.describe('When the invitation expires.'),
  createdAt: Timestamp.describe('When the invitation was sent.'),
});

export const CanJoin = z
  .boolean()
  .describe(
    'Whether it can be accepted: no member joins with an address of a domain that is not verified, while the organization requires single sign-on.',
  );

export const Invitation = InvitationFields.extend({ canJoin: CanJoin }).meta({
  id: 'Invitation',
  description: 'A pending invitation.',
});

export const CreatedInvitation = InvitationFields.extend({
  token: z.string().optional().meta({
    description: 'Token of the invitation link; it is not shown again.',
    example: 'Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
  inviteUrl: z.string().optional().meta({
    description: 'The invitation link. That in the email proves the mailbox besides.',
    example: 'https://portal.example.com/accept-invitation?token=Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
}).meta({ id: 'CreatedInvitation', description: 'A new invitation, with its token and link.' });

export const newestFirst = keyset('invitations', 'desc', [invitations.createdAt, KEY.moment], [invitations.id, KEY.id]);

export const pendingInvitations = (db: AccountDb, orgId: string, some?: SQL, limit = 1) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      status: sql<'pending'>`'pending'`,
      invitedBy: { id: users.id, name: users.name },
      expiresAt: invitations.expiresAt,
      createdAt: invitations.createdAt,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.orgId, orgId), isPending, some))
    .orderBy(...newestFirst.orderBy)
    .limit(limit);

interface NewSeat {
  orgId: string;
  email: string;
  role: 'admin' | 'member';
  token: string;
  /** The second secret, where the invitation is mailed. */
  proof?: string | undefined;
  /** The administrator; null for the operator of the portal. */
  invitedBy: string | null;
  /** The operator who is told its link. */
  operatorId?: string | undefined;
  /** Whether its mail waits for an operator to send it. */
  unsent?: boolean;
}

/** Stores an invitation, in place of an earlier one of the address. */
export async function storeInvitation(
  tx: AccountDb,
  { orgId, email, role, token, proof, invitedBy, operatorId, unsent = false }: NewSeat,
) {
  const expiresAt = new Date(Date.now() + TOKEN_LIFE.invitation);
  const hashes = { tokenHash: fingerprint(token), proofHash: proof === undefined ? null : fingerprint(proof) };
  const fresh = {
    role,
    ...hashes,
    invitedBy,
    operatorId: operatorId ?? null,
    unsent,
    createdAt: sql`now()`,
    expiresAt,
  };
  await tx
    .insert(invitations)
    .values({ orgId, email, ...fresh })
    .onConflictDoUpdate({ target: [invitations.orgId, invitations.email], set: fresh });
  const [stored] = await pendingInvitations(tx, orgId, eq(invitations.email, email));
  if (!stored) throw new Error('An invitation was not inserted.');
  return stored;
}

/** An invitation in the answer that makes it. */
export const withLink = <Pending extends object>({ APP_URL }: Env, invitation: Pending, token: string) => ({
  ...invitation,
  token,
  inviteUrl: `${APP_URL}/accept-invitation?token=${token}`,
});
