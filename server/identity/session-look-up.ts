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

// Look-ups that arrive together share one statement; each still asks the database after its request came in.

const facts = {
  id: sessions.id,
  userId: sessions.userId,
  expiresAt: sessions.expiresAt,
  publicId: sessions.publicId,
  signedInAt: sessions.signedInAt,
  role: memberships.role,
  user: { id: users.id, email: users.email, emailVerified: users.emailVerified },
  organization: tenantFacts,
};

const asked = sql`${sql.placeholder('ids')}::text[]`;
const isAsked = sql`${sessions.id} = any(${asked})`;

// The membership is joined: a session outlives neither its user nor the place in the organization.
const ofUser = eq(users.id, sessions.userId);
const ofPlace = and(eq(memberships.orgId, sessions.orgId), eq(memberships.userId, sessions.userId));
const ofOrganization = eq(organizations.id, sessions.orgId);

const plain = accountQuery((db) =>
  db
    .select(facts)
    .from(sessions)
    .innerJoin(users, ofUser)
    .innerJoin(memberships, ofPlace)
    .innerJoin(organizations, ofOrganization)
    .where(isAsked),
);

const counter = sql`${sql.raw(`'${counterKey('general', '')}'`)} || ${sessions.id}`;

/** Sessions that nobody has are not counted: a row for each invented one would be a place to write for everybody. */
const calls: SQL = sql`
  select ${counter}, count(*), now() + ${sql.raw(`interval '${RATES.general.window} ms'`)}
  from unnest(${asked}) as call (session_id) join ${sessions} on ${sessions.id} = session_id
  where ${sessions.expiresAt} > now() group by 1 order by 1`;

const counted = accountQuery((db) => {
  const hits = db.$with('hits').as(insertHits(db, calls));
  return db
    .with(hits)
    .select({ ...facts, calls: { hits: hits.hits, left: hits.left } })
    .from(sessions)
    .innerJoin(users, ofUser)
    .innerJoin(memberships, ofPlace)
    .innerJoin(organizations, ofOrganization)
    .innerJoin(hits, eq(hits.key, counter))
    .where(isAsked);
});

type Facts = Awaited<ReturnType<ReturnType<typeof plain>['execute']>>[number];

/** What the database knows of a living session, and how often it has called in this minute, where that was asked for. */
export type FoundSession = Facts & { calls?: HitCount | undefined };

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Finds a session by its id; `counted` also counts the call, in the same statement. */
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
