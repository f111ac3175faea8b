import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { organizations, supportSessions } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { endSupportSessions } from '../../server/identity/support-sessions.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { ById, Data } from '../values/shapes.ts';
import { type Actor, holdRole, noteAction } from './actions.ts';
import { lockClient, shownClient } from './client-record.ts';
import { Client, operatorRoutes, Reason } from './shapes.ts';

const ACTION = { active: 'client_resumed', suspended: 'client_suspended' } as const;

interface NewStatus {
  status: keyof typeof ACTION;
  reason?: string | undefined;
}

/**
 * Sets the status of a client, notes it where that changes anything, and returns the client.
 *
 * @throws NOT_FOUND; INVALID_TRANSITION while it is erased
 */
export async function setStatus(tx: AccountDb, actor: Actor | undefined, id: string, { status, reason }: NewStatus) {
  const client = await lockClient(tx, id);
  if (client.status === 'erasing')
    throw new PortalError('INVALID_TRANSITION', 'This client is being erased. Keep it first.');
  if (client.status === status) return client;
  if (client.prospectUntil) throw new PortalError('INVALID_TRANSITION', 'A prospect has no people to shut out.');
  const [updated = client] = await tx.update(organizations).set({ status }).where(eq(organizations.id, id)).returning();
  await noteAction(tx, actor, ACTION[status], { orgId: id, reason });
  if (status === 'suspended') await endSupportSessions(tx, eq(supportSessions.orgId, id), actor?.request);
  return updated;
}

const WithReason = ById.extend({ reason: Reason });

export const clientStatusProcedures = {
  suspend: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/suspend', 'Suspend a client', {
        description:
          'From now on the data of the client is closed to its members and keys (`CLIENT_SUSPENDED`); account, billing and sign-out stay available, emails and webhooks pause, and nothing is lost. A suspended client stays as it is.',
        returns: 'The client.',
        creates: false,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(WithReason)
    .output(Data(Client))
    .mutation(async ({ ctx, input: { id, reason } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return setStatus(tx, ctx, id, { status: 'suspended', reason });
      });
      return { ok: true, data: await shownClient(ctx.deps, data) };
    }),

  resume: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/resume', 'Resume a client', {
        description: 'Ends a suspension. An active client stays as it is.',
        returns: 'The client.',
        creates: false,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .output(Data(Client))
    .mutation(async ({ ctx, input: { id } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return setStatus(tx, ctx, id, { status: 'active' });
      });
      return { ok: true, data: await shownClient(ctx.deps, data) };
    }),
};
