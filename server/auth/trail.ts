import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/connection.ts';
import { securityEvents } from '../../db/schema/index.ts';
import { addressOf, agentOf } from '../http/sender.ts';
import { TRAIL_KEPT_DAYS } from '../limits.ts';

/** What the security trail tells of. */
export const TRAIL_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'organization_updated',
  'organization_switched',
  'invitation_created',
  'invitation_revoked',
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
] as const;

type Event = {
  type: (typeof TRAIL_EVENTS)[number];
  userId?: string | undefined;
  orgId?: string | undefined;
  actor?: string;
  details?: Record<string, unknown>;
};

/** Writes a line of the security trail, in the transaction of what happened. No secret is ever among the details. */
export const record = (db: Pick<Db, 'insert'>, request: FastifyRequest, event: Event) =>
  db.insert(securityEvents).values({ ...event, ipAddress: addressOf(request), userAgent: agentOf(request) });

export const sweepTrail = (db: Pick<Db, 'delete'>) =>
  db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - ${TRAIL_KEPT_DAYS} * interval '1 day'`));
