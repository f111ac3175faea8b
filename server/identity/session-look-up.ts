import { and, eq, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { batched } from '../../db/batched.ts';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { memberships, organizations, sessions, users } from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import { counterKey, type HitCount } from '../limits/counter.ts';
import { insertHits, numberHits } from '../limits/postgres-counter.ts';
import { RATES } from '../limits/rates.ts';

// Concurrent look-ups share one statement, which always runs after the requests arrived.

const columns = {
  id: sessions.id,
  userId: sessions.userId,
  expiresAt: sessions.expiresAt,
  publicId: sessions.publicId,
  signedInAt: sessions.signedInAt,
  role: memberships.role,
  user: { id: users.id, email: users.email, emailVerified: users.emailVerified },
  organization: tenantFacts,
};

const requestedIds = sql`${sql.placeholder('ids')}::text[]`;
const isRequested = sql`${sessions.id} = any(${requestedIds})`;

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

const counter = sql`${sql.raw(`'${counterKey('general', '')}'`)} || ${sessions.id}`;

/** Counts existing sessions only: otherwise made-up session ids could fill the table. */
const calls: SQL = sql`
  select ${counter}, count(*), now() + ${sql.raw(`interval '${RATES.general.window} ms'`)}
  from unnest(${requestedIds}) as call (session_id) join ${sessions} on ${sessions.id} = session_id
  where ${sessions.expiresAt} > now() group by 1 order by 1`;

const counted = accountQuery((db) => {
  const hits = db.$with('hits').as(insertHits(db, calls));
  return db
    .with(hits)
    .select({ ...columns, calls: { hits: hits.hits, left: hits.left } })
    .from(sessions)
    .innerJoin(users, ofUser)
    .innerJoin(memberships, ofMembership)
    .innerJoin(organizations, ofOrganization)
    .innerJoin(hits, eq(hits.key, counter))
    .where(isRequested);
});

type SessionRow = Awaited<ReturnType<ReturnType<typeof plain>['execute']>>[number];

/** A stored session, and the number of its calls in this minute if they were counted. */
export type FoundSession = SessionRow & { calls?: HitCount | undefined };

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
      const calls = numberHits(ids, new Map(rows.map((row) => [row.id, row.calls])));
      const found = byId(rows);
      return ids.map((id, at) => {
        const row = found.get(id);
        return row && { ...row, calls: calls[at] };
      });
    }),
  };
}
