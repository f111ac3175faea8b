import { and, eq, type SQL, sql } from 'drizzle-orm';
import { makePgArray, type PgColumn } from 'drizzle-orm/pg-core';
import { batched } from '../../db/batched.ts';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery, placeholderValues } from '../../db/prepared.ts';
import { memberships, organizations, sessions, users } from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import type { Consumed } from '../limits/counter.ts';
import { counterKey } from '../limits/limits.ts';
import { insertHits, numberHits } from '../limits/postgres-counter.ts';
import { RATES, type RateName } from '../limits/rates.ts';
import { lacksSecondFactor } from './required-second-factor.ts';
import { isVerifiedByOwner } from './verified.ts';

// Concurrent look-ups share one statement, which always runs after the requests arrived.

const columns = {
  id: sessions.id,
  userId: sessions.userId,
  expiresAt: sessions.expiresAt,
  publicId: sessions.publicId,
  signedInAt: sessions.signedInAt,
  twoFactors: sessions.twoFactors,
  role: memberships.role,
  user: { id: users.id, email: users.email, emailVerified: isVerifiedByOwner },
  organization: tenantFacts,
  activeRecently: sql<boolean>`coalesce(${organizations.lastActiveAt} > now() - interval '5 minutes', false)`,
  lacksSecondFactor: sql<boolean>`not ${sessions.twoFactors} and ${lacksSecondFactor(sessions.userId)}`,
};

const requestedIds = placeholderValues('ids', 'text');
const isRequested = sql`${sessions.id} in ${requestedIds}`;

// Joins the membership: a session ends with its user and with the membership.
const ofUser = eq(users.id, sessions.userId);
const ofMembership = and(eq(memberships.orgId, sessions.orgId), eq(memberships.userId, sessions.userId));
const ofOrganization = eq(organizations.id, sessions.orgId);

const plain = accountQuery((db) =>
  db
    .select(columns)
    .from(sessions)
    .innerJoin(users, ofUser)
    .innerJoin(memberships, ofMembership)
    .innerJoin(organizations, ofOrganization)
    .where(isRequested),
);

const key = (name: RateName, column: PgColumn) => sql`${sql.raw(`'${counterKey(name, '')}'`)} || ${column}`;
const sessionKey = key('general', sessions.id);
const clientKey = key('client', sessions.orgId);

/**
 * The hits of each session and of its organization. Existing sessions only: otherwise made-up session ids could fill
 * the table.
 */
const calls: SQL = sql`
  select counter.key, count(*), now() + ${sql.raw(`interval '${RATES.general.window} ms'`)}
  from ${requestedIds} as call (session_id) join ${sessions} on ${sessions.id} = session_id
    cross join lateral (values (${sessionKey}), (${clientKey})) as counter (key)
  where ${sessions.expiresAt} > now() group by 1 order by 1`;

const counted = accountQuery((db) => {
  const hits = db.$with('hits').as(insertHits(db, calls));
  // The same rows under names of their own, to be joined a second time.
  const clientHits = db.$with('client_hits').as(
    db
      .select({
        key: sql<string>`${hits.key}`.as('client_key'),
        hits: sql<number>`${hits.hits}`.mapWith(Number).as('client_hits'),
        left: sql<number>`${hits.left}`.mapWith(Number).as('client_left_ms'),
      })
      .from(hits),
  );
  return db
    .with(hits, clientHits)
    .select({
      ...columns,
      calls: { hits: hits.hits, left: hits.left },
      clientCalls: { hits: clientHits.hits, left: clientHits.left },
    })
    .from(sessions)
    .innerJoin(users, ofUser)
    .innerJoin(memberships, ofMembership)
    .innerJoin(organizations, ofOrganization)
    .innerJoin(hits, eq(hits.key, sessionKey))
    .innerJoin(clientHits, eq(clientHits.key, clientKey))
    .where(isRequested);
});

type SessionRow = Awaited<ReturnType<ReturnType<typeof plain>['execute']>>[number];

/** A stored session; if counted, also its calls and those of its organization in this minute. */
export type FoundSession = SessionRow & { calls?: { general: Consumed; client: Consumed } | undefined };

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Finds sessions by id; `counted` also counts the call, in the same statement. */
export function sessionLookUp(db: AccountDb) {
  return {
    plain: batched<string, FoundSession | undefined>(async (ids) => {
      const found = byId(await plain(db).execute({ ids: makePgArray([...new Set(ids)]) }));
      return ids.map((id) => found.get(id));
    }),
    counted: batched<string, FoundSession | undefined>(async (ids) => {
      const rows = await counted(db).execute({ ids: makePgArray([...ids]) });
      const found = byId(rows);
      const clients = ids.map((id) => found.get(id)?.organization.clientId ?? '');
      const general = numberHits(ids, new Map(rows.map((row) => [row.id, row.calls])));
      const client = numberHits(clients, new Map(rows.map((row) => [row.organization.clientId, row.clientCalls])));
      return ids.map((id, at) => {
        const row = found.get(id);
        const [own, all] = [general[at], client[at]];
        return row && { ...row, calls: own && all && { general: own, client: all } };
      });
    }),
  };
}
