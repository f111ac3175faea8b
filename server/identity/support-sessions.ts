import { and, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import {
  authenticators,
  operatorEvents,
  operators,
  organizations,
  sessions,
  supportSessions,
  users,
} from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import { PortalError } from '../errors.ts';
import { isInPortfolioOf } from './reach.ts';
import { ITSELF, type Origin, record } from './security-trail.ts';
import { addressOf } from './sender.ts';
import type { LiveSession } from './session.ts';
import { fingerprint } from './tokens.ts';

/** The support session of a caller. */
export interface Support {
  /** The name of the operator, as the client sees it. */
  by: string;
  reason: string;
  expiresAt: Date;
  /** Whether it may change things. */
  writes: boolean;
  own: { sessionId: string; encryptedOwnToken: string; expiresAt: Date };
}

/** The name of an operator, as clients see it. */
export const operatorName = (name: string | null | undefined) => name ?? 'The operator of the portal';

const now = sql`now()`;

const hasTwoFactors = sql`(${sessions.twoFactors} or exists (
  select from ${authenticators} where ${authenticators.userId} = ${sessions.userId}))`;

/**
 * The support sessions that are not over: their end hangs on the time, the operator, the role and its portfolios, the
 * own session and the client.
 */
const live = <Fields extends SelectedFields>(db: AccountDb, fields: Fields) =>
  db
    .select(fields)
    .from(supportSessions)
    .innerJoin(sessions, and(eq(sessions.id, supportSessions.sessionId), gt(sessions.expiresAt, now), hasTwoFactors))
    .innerJoin(users, and(eq(users.id, supportSessions.userId), isNull(users.lockedAt)))
    .innerJoin(
      operators,
      and(
        eq(operators.userId, supportSessions.operatorId),
        or(eq(operators.role, 'operator'), not(supportSessions.writes)),
        or(not(operators.limited), isInPortfolioOf(supportSessions.operatorId, supportSessions.orgId)),
      ),
    )
    .innerJoin(organizations, and(eq(organizations.id, supportSessions.orgId), eq(organizations.status, 'active')));

const notExpired = gt(supportSessions.expiresAt, now);

const { id, reason, writes, expiresAt, ownToken } = supportSessions;
const { publicId, signedInAt, twoFactors } = sessions;

const lookUp = accountQuery((db) =>
  live(db, {
    support: { id, reason, writes, expiresAt, ownToken },
    own: { id: sessions.id, publicId, signedInAt, twoFactors, expiresAt: sessions.expiresAt },
    user: { id: users.id, email: users.email, emailVerified: users.emailVerified },
    name: users.name,
    organization: tenantFacts,
  }).where(and(eq(id, sql.placeholder('id')), notExpired)),
);

/** The session of a support token: the operator in the place of a member of the client. Undefined once it is over. */
export async function findSupportSession(
  db: AccountDb,
  token: string,
): Promise<(LiveSession & { support: Support }) | undefined> {
  const [found] = await lookUp(db).execute({ id: fingerprint(token) });
  if (!found) return undefined;

  const { support, own, user, name, organization } = found;
  return {
    user,
    session: {
      id: support.id,
      userId: user.id,
      expiresAt: support.expiresAt,
      // Nothing extends it, and it is no sign of life of the client.
      fresh: false,
      activeRecently: true,
      calls: undefined,
      lacksSecondFactor: false,
      publicId: own.publicId,
      signedInAt: own.signedInAt,
      twoFactors: own.twoFactors,
      role: 'member',
      organization,
    },
    support: {
      by: operatorName(name),
      reason: support.reason,
      expiresAt: support.expiresAt,
      writes: support.writes,
      own: { sessionId: own.id, encryptedOwnToken: support.ownToken, expiresAt: own.expiresAt },
    },
  };
}

interface SupportCaller extends LiveSession {
  support: Support;
}

/**
 * Records a change before a support session makes it: whatever happens afterwards, none goes unnoticed.
 *
 * @throws UNAUTHENTICATED if the session has ended
 */
export async function noteSupportWrite(
  db: AccountDb,
  request: FastifyRequest,
  { user, session, support }: SupportCaller,
  procedure: string,
) {
  const orgId = session.organization.clientId;
  await db.transaction(async (tx) => {
    const [held] = await lookUp(tx).execute({ id: session.id });
    if (!held) throw new PortalError('UNAUTHENTICATED');
    await record(tx, request, { type: 'changed_by_support', orgId, actor: support.by, details: { procedure } });
    await tx
      .insert(operatorEvents)
      .values({ type: 'changed_by_support', orgId, actorId: user.id, ipAddress: addressOf(request) });
  });
}

/** Ends support sessions and records it in both trails. Follows locks of sessions, roles and clients. */
export async function endSupportSessions(tx: AccountDb, which: SQL, from: FastifyRequest | Origin = ITSELF) {
  const ended = await tx.delete(supportSessions).where(which).returning();
  if (ended.length === 0) return;

  const people = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ended.map(({ userId }) => userId))]));
  const ipAddress = 'ipAddress' in from ? null : addressOf(from);
  for (const { userId, orgId, createdAt, expiresAt } of ended) {
    const at = new Date(Math.min(Date.now(), Math.max(createdAt.getTime(), expiresAt.getTime())));
    const actor = operatorName(people.find((one) => one.id === userId)?.name);
    await record(tx, from, { type: 'support_session_ended', at, orgId, actor });
    await tx.insert(operatorEvents).values({ type: 'support_session_ended', at, orgId, actorId: userId, ipAddress });
  }
}

/** Ends what nobody ended: the time is over, or something that the session hangs on is gone. */
export const sweepSupportSessions = (db: AccountDb) =>
  db.transaction((tx) => endSupportSessions(tx, sql`${id} not in ${live(tx, { id }).where(notExpired)}`));
