import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { operatorEvents, operatorReasons, operators, sessions } from '../../db/schema/index.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { addressOf } from '../../server/identity/sender.ts';

type PlatformRole = typeof operators.$inferSelect.role;

/** An operator at work; the command line has none. */
export interface Actor {
  user: { id: string };
  session: { id: string };
  request: FastifyRequest;
}

/** What operators do, in the past tense. */
export const ACTIONS = [
  'operator_added',
  'operator_removed',
  'client_created',
  'client_invited',
  'client_viewed',
  'client_key_made',
  'client_connected',
  'client_disconnected',
  'client_updated',
  'client_branding_updated',
  'client_suspended',
  'client_resumed',
  'client_exported',
  'client_erasure_started',
  'client_kept',
  'client_erased',
  'prospect_pitched',
  'prospect_won',
  'subscription_canceled',
  'user_locked',
  'user_unlocked',
  'user_second_factor_reset',
  'user_sessions_ended',
  'support_session_started',
  'changed_by_support',
  'support_session_ended',
  'operator_key_made',
  'operator_key_deleted',
  'operator_key_used',
  'operator_grant_stored',
  'operator_grant_deleted',
  'plans_updated',
  'portfolio_created',
  'portfolio_updated',
  'portfolio_deleted',
  'report_template_created',
  'report_template_updated',
  'report_template_deleted',
  'report_schedule_created',
  'report_schedule_updated',
  'report_schedule_deleted',
  'report_schedule_run',
  'report_noted',
  'report_approved',
  'report_held',
  'report_sent',
] as const;

export type OperatorAction = (typeof ACTIONS)[number];

/** Whom an action is about, and why it was done. */
interface Subject {
  orgId?: string | undefined;
  userId?: string | undefined;
  reason?: string | undefined;
}

/** Notes an action in the operators' trail, in its transaction. Without an actor it came from the command line, or
 * from the portal itself. */
export async function noteAction(
  tx: AccountDb,
  actor: Actor | undefined,
  type: OperatorAction,
  { reason, ...subject }: Subject,
) {
  const id = randomUUIDv7();
  const origin = actor && { actorId: actor.user.id, ipAddress: addressOf(actor.request) };
  await tx.insert(operatorEvents).values({ id, type, ...subject, ...origin });
  if (reason !== undefined) await tx.insert(operatorReasons).values({ eventId: id, ...subject, reason });
}

/** Notes one action on each of several clients, in its transaction. */
export async function noteActionOnEach(tx: AccountDb, { user, request }: Actor, type: OperatorAction, ids: string[]) {
  const origin = { actorId: user.id, ipAddress: addressOf(request) };
  await tx.insert(operatorEvents).values(ids.map((orgId) => ({ id: randomUUIDv7(), type, orgId, ...origin })));
}

/**
 * Holds the role and the session of an operator for a transaction: a call that was admitted before either ended must
 * change nothing. Precedes other locks.
 *
 * @throws NOT_FOUND, UNAUTHENTICATED
 */
export async function holdRole(tx: AccountDb, { user, session }: Actor, roles: PlatformRole[] = ['operator']) {
  const [held] = await tx
    .select({ role: operators.role })
    .from(operators)
    .where(eq(operators.userId, user.id))
    .for('share');
  if (!held || !roles.includes(held.role)) throw notFound();
  // A statement of its own: it sees what was committed while the lock was awaited.
  const [live] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session.id));
  if (!live) throw new PortalError('UNAUTHENTICATED');
}
