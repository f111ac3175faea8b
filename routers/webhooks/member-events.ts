import type { Executor } from '../../db/handles.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { type ClientEvent, emit } from './emit.ts';

interface MemberEvent {
  type: 'member.joined' | 'member.removed';
  orgId: string;
  userId: string;
  role: string;
}

type Queued = MemberEvent & { at: string };

/** Queues an event about a member: transactions on accounts cannot reach the tables of a client. */
export const emitMemberEvent = ({ jobs }: Pick<HandlerDeps, 'jobs'>, tx: Executor, event: MemberEvent) =>
  jobs.send(tx, 'member-events', { ...event, at: new Date().toISOString() } satisfies Queued);

/** Writes a queued event for the webhooks. The id of the job is that of the event, so that a retry adds nothing. */
export const writeMemberEvent =
  ({ database }: Pick<Deps, 'database'>) =>
  async ({ type, orgId, userId, role, at }: Queued, { id }: { id: string }) => {
    const tenant = await findTenant(database.accounts, orgId);
    if (!tenant) return;
    const event: ClientEvent = { type, id, subject: userId, at: new Date(at), data: { userId, role } };
    await emit(database.as(tenant), tenant, event);
  };
