import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newToken } from '../../server/identity/tokens.ts';
import { Email, invitationMail, OrganizationEdit, storeInvitation, withLink } from '../auth/public.ts';
import { type Actor, noteAction } from './actions.ts';

const { name, vertical, timezone, website } = OrganizationEdit.required().shape;

export const NewClient = z.object({
  name,
  vertical: vertical.optional(),
  timezone: timezone.optional(),
  website: website.optional(),
  adminEmail: Email.describe('Address to invite as the first administrator.'),
});

interface Means extends Pick<Deps, 'env' | 'mail'> {
  /** Whether the invitation is mailed. Past the limit it is still made: its link is returned. */
  mayMail: boolean;
}

/** Creates a client without members, and invites its first administrator. */
export async function createClient(
  tx: AccountDb,
  actor: Actor | undefined,
  { env, mail, mayMail }: Means,
  { adminEmail: email, ...facts }: z.infer<typeof NewClient>,
) {
  const token = newToken();
  const [client] = await tx.insert(organizations).values(facts).returning();
  if (!client) throw new Error('A client was not inserted.');
  const seat = { orgId: client.id, email, role: 'admin' as const, token };
  const invitation = await storeInvitation(tx, { ...seat, invitedBy: null });
  const template = {
    ...invitationMail({ ...seat, organization: client.name, by: 'operator' }),
    ...(actor && { writtenFor: actor.user.id }),
  };
  if (mayMail) await mail.queue(tx, email, template);
  await noteAction(tx, actor, 'client_created', { orgId: client.id });
  return { client, invitation: withLink(env, invitation, token) };
}
