import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { type invitations, organizations } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newToken } from '../../server/identity/tokens.ts';
import {
  Email,
  invitationMail,
  OrganizationEdit,
  requireKnownZone,
  storeInvitation,
  withLink,
} from '../auth/public.ts';
import { PROSPECT_ANSWERS } from '../measurement/public.ts';
import { type Actor, noteAction } from './actions.ts';
import { endOfProspect } from './erasure/start-erasure.ts';
import { MonthlyAnswers } from './shapes.ts';

const { name, vertical, timezone, website, address } = OrganizationEdit.required().shape;

export const NewClient = z
  .object({
    name,
    vertical: vertical.optional(),
    timezone: timezone.optional(),
    website: website.optional(),
    address: address.optional(),
    status: z
      .enum(['active', 'prospect'])
      .default('active')
      .describe('A `prospect` is measured before anybody is invited.'),
    adminEmail: Email.describe('Address to invite as the first administrator; not of a prospect.').optional(),
    invite: z
      .boolean()
      .default(true)
      .describe('Whether to mail the invitation now. Otherwise `POST /operator/clients/{id}/invite` does later.'),
    monthlyAnswers: MonthlyAnswers.optional().describe(
      `Answers of AI assistants a month that its measurement may ask for; of a prospect ${PROSPECT_ANSWERS}, unless this says otherwise.`,
    ),
  })
  .refine(({ status, adminEmail }) => status === 'prospect' || adminEmail !== undefined, {
    path: ['adminEmail'],
    message: 'is needed',
  })
  .refine(({ status, adminEmail }) => status !== 'prospect' || adminEmail === undefined, {
    path: ['adminEmail'],
    message: 'must be left out: the administrator of a prospect is invited when it is won',
  });

interface Means extends Pick<Deps, 'env' | 'mail'> {
  /** Whether the invitation is mailed. Past the limit it is still made: its link is returned. */
  mayMail: boolean;
}

type Client = Pick<typeof organizations.$inferSelect, 'id' | 'name'>;

interface Seat {
  client: Client;
  email: string;
  /** Whether it is mailed now. */
  invite: boolean;
  role?: (typeof invitations.$inferSelect)['role'];
  /** The member whose invitation it is; null for the operator's. */
  invitedBy?: string | null;
}

/** Invites somebody to a client, its first administrator unless told otherwise; an earlier link stops working. */
export async function inviteToClient(
  tx: AccountDb,
  actor: Actor | undefined,
  { env, mail, mayMail }: Means,
  { client, email, invite, role = 'admin', invitedBy = null }: Seat,
) {
  const [token, proof] = [newToken(), newToken()];
  const isMailed = invite && mayMail;
  const seat = { orgId: client.id, email, role, token };
  const invitation = await storeInvitation(tx, {
    ...seat,
    proof: isMailed ? proof : undefined,
    invitedBy,
    operatorId: actor?.user.id,
    unsent: !invite,
  });
  const template = {
    ...invitationMail({ ...seat, proof, organization: client.name, by: 'operator' }),
    ...(actor && { writtenFor: actor.user.id }),
  };
  if (isMailed) await mail.queue(tx, email, template);
  return withLink(env, invitation, token);
}

/** Creates a client without members, and invites its first administrator; of a prospect nobody. */
export async function createClient(
  tx: AccountDb,
  actor: Actor | undefined,
  means: Means,
  { adminEmail: email, invite, status, ...facts }: z.infer<typeof NewClient>,
) {
  await requireKnownZone(tx, facts.timezone);
  const asProspect = { monthlyAnswers: PROSPECT_ANSWERS, prospectUntil: endOfProspect() };
  const [client] = await tx
    .insert(organizations)
    .values({ ...(status === 'prospect' && asProspect), ...facts, madeByOperator: true })
    .returning();
  if (!client) throw new Error('A client was not inserted.');
  const invitation = email && (await inviteToClient(tx, actor, means, { client, email, invite }));
  await noteAction(tx, actor, 'client_created', { orgId: client.id });
  return { client, invitation: invitation || undefined };
}
