import { hash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AccountDb } from '../../db/handles.ts';
import { securityEvents } from '../../db/schema/index.ts';
import { minutes } from '../durations.ts';
import { TRAIL_KEPT_DAYS } from './lifetimes.ts';
import { addressOf, agentOf, neighbourhoodOf } from './sender.ts';

/** The event types of the security trail. */
export const TRAIL_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'second_factor_asked',
  'second_factor_failed',
  'reauthentication_failed',
  'signed_out',
  'session_revoked',
  'other_sessions_revoked',
  'two_factor_on',
  'two_factor_confirmed',
  'two_factor_off',
  'backup_codes_renewed',
  'api_key_made',
  'api_key_deleted',
  'api_key_used',
  'organization_updated',
  'organization_switched',
  'invitation_created',
  'invitation_revoked',
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
  'email_verified',
  'password_reset_requested',
  'password_reset',
  'account_cleared',
  'password_changed',
  'password_change_failed',
] as const;

type Event = {
  type: (typeof TRAIL_EVENTS)[number];
  userId?: string | undefined;
  orgId?: string | undefined;
  actor?: string;
  details?: Record<string, unknown>;
};

/** IP address and user agent of a request. */
export const originOf = (request: FastifyRequest) => ({ ipAddress: addressOf(request), userAgent: agentOf(request) });
export type Origin = ReturnType<typeof originOf>;

/** Writes events to the security trail, in the transaction of the change. Details never hold secrets. */
export function record(db: AccountDb, from: FastifyRequest | Origin, ...events: [Event, ...Event[]]) {
  const origin = 'ipAddress' in from ? from : originOf(from);
  return db.insert(securityEvents).values(events.map((event) => ({ ...event, ...origin })));
}

const HOUR = minutes(60);

/** A UUID derived from the hour and the words, so that a repeated insert within the hour conflicts. */
function hourlyId(hour: number, words: string[]) {
  const digits = (hour * HOUR).toString(16).padStart(12, '0') + hash('sha256', [hour, ...words].join(' ')).slice(0, 20);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5');
}

/**
 * Records the use of an API key, at most once an hour for each network across all processes. Each process caches what
 * it has recorded.
 */
export function keyUseRecorder(db: AccountDb, recorded = new LRUCache<string, true>({ max: 20_000, ttl: HOUR })) {
  return async (request: FastifyRequest, key: { id: string; name: string; orgId: string }) => {
    const id = hourlyId(Math.floor(Date.now() / HOUR), [key.id, neighbourhoodOf(request)]);
    if (recorded.has(id)) return;

    const details = { keyId: key.id, name: key.name };
    await db
      .insert(securityEvents)
      .values({ id, type: 'api_key_used', orgId: key.orgId, actor: key.name, details, ...originOf(request) })
      .onConflictDoNothing();
    recorded.set(id, true);
  };
}

export const sweepTrail = (db: AccountDb) =>
  db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - ${TRAIL_KEPT_DAYS} * interval '1 day'`));
