import { hash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { PgInsertBuilder } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AccountDb, MaintenanceDb } from '../../db/handles.ts';
import { securityEvents } from '../../db/schema/index.ts';
import { minutes } from '../durations.ts';
import { TRAIL_KEPT_DAYS } from './lifetimes.ts';
import { addressOf, agentOf, networkOfRequest } from './sender.ts';

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
  'passkey_added',
  'passkey_removed',
  'sso_updated',
  'sso_removed',
  'domain_proved',
  'domain_lost',
  'identity_linked',
  'member_joined',
  'api_key_made',
  'api_key_deleted',
  'api_key_used',
  'assistant_read',
  'assistant_changed',
  'assistant_allowed',
  'assistant_removed',
  'organization_updated',
  'organization_switched',
  'invitation_created',
  'invitation_revoked',
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
  'member_left',
  'member_sessions_ended',
  'webhook_created',
  'webhook_updated',
  'webhook_secret_rotated',
  'webhook_deleted',
  'webhook_turned_off',
  'connection_made',
  'connection_mended',
  'connection_removed',
  'email_verified',
  'email_change_requested',
  'email_changed',
  'email_change_undone',
  'sign_in_code_requested',
  'password_reset_requested',
  'password_reset',
  'account_cleared',
  'password_changed',
  'password_change_failed',
  'account_locked',
  'account_unlocked',
  'second_factor_reset',
  'sessions_ended',
  'profile_updated',
  'goals_exported',
  'report_exported',
  'billing_portal_opened',
  'data_ingested',
  'sign_in_refused',
  'cross_site_refused',
  'support_session_started',
  'changed_by_support',
  'support_session_ended',
  'account_deleted',
  'organization_exported',
  'organization_deletion_started',
] as const;

export type TrailEvent = (typeof TRAIL_EVENTS)[number];

type Event = {
  type: TrailEvent;
  /** Default: now. */
  at?: Date;
  userId?: string | undefined;
  orgId?: string | undefined;
  actor?: string;
  details?: Record<string, unknown>;
};

/** IP address and user agent of a request. */
export const originOf = (request: FastifyRequest) => ({ ipAddress: addressOf(request), userAgent: agentOf(request) });
export type Origin = ReturnType<typeof originOf>;

/** The origin of events that the portal causes itself. */
export const ITSELF: Origin = { ipAddress: '', userAgent: 'client-portal' };

/** A handle of any scope: a client's may write the events of its own organization. */
interface TrailWriter {
  insert: (table: typeof securityEvents) => PgInsertBuilder<typeof securityEvents, PostgresJsQueryResultHKT>;
}

/** Writes events to the security trail, in the transaction of the change. Details never hold secrets. */
export function record(db: TrailWriter, from: FastifyRequest | Origin, ...events: [Event, ...Event[]]) {
  const origin = 'ipAddress' in from ? from : originOf(from);
  return db.insert(securityEvents).values(events.map((event) => ({ ...event, ...origin })));
}

const HOUR = minutes(60);

/** A UUID derived from a time and the key. */
function idOf(time: number, key: string[]) {
  const digits = time.toString(16).padStart(12, '0') + hash('sha256', [time, ...key].join(' ')).slice(0, 20);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5');
}

/** A UUID derived from the hour and the key, so that a repeated insert within the hour conflicts. */
export const hourlyId = (key: string[]) => idOf(Math.floor(Date.now() / HOUR) * HOUR, key);

/** The same for a day in UTC. */
export const dailyId = (key: string[]) => idOf(Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR, key);

/**
 * Records an event at most once an hour for the same key, across all processes. Each process caches the keys that it
 * has recorded.
 */
function hourlyRecorder(recorded = new LRUCache<string, true>({ max: 20_000, ttl: HOUR })) {
  return async (db: TrailWriter, request: FastifyRequest, event: Event, key: string[]) => {
    const id = hourlyId(key);
    if (recorded.has(id)) return;
    await db
      .insert(securityEvents)
      .values({ id, ...event, ...originOf(request) })
      .onConflictDoNothing();
    recorded.set(id, true);
  };
}

/** Records frequent events: at most once an hour for the same key. */
export const recordHourly = hourlyRecorder();

/** Records the use of an API key, at most once an hour for each network. */
export function keyUseRecorder(db: AccountDb, recorded?: LRUCache<string, true>) {
  const recordOnce = hourlyRecorder(recorded);
  return (request: FastifyRequest, { id: keyId, name, orgId }: { id: string; name: string; orgId: string }) =>
    recordOnce(db, request, { type: 'api_key_used', orgId, actor: name, details: { keyId, name } }, [
      keyId,
      networkOfRequest(request),
    ]);
}

/** Deletes events past their retention, as the only role that may. */
export const sweepTrail = (db: MaintenanceDb) =>
  db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - ${TRAIL_KEPT_DAYS} * interval '1 day'`));
