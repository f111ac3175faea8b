import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { securityEvents, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { TRAIL_EVENTS } from '../../server/identity/security-trail.ts';
import { adminOnly, signedInProcedure } from '../../server/trpc/ladder.ts';
import { Timestamp } from '../shapes.ts';
import { authRoutes } from './routes.ts';

const Event = z.object({
  id: z.uuid(),
  // Not an enumeration: during an update an older process reads what a newer one wrote.
  type: z.string().meta({ description: `${TRAIL_EVENTS.join(', ')}; more may come.`, example: 'signed_in' }),
  at: Timestamp,
  ipAddress: z.string(),
  userAgent: z.string(),
  actor: z
    .string()
    .nullable()
    .meta({ description: 'Who did it, where that is not the person it is about: an administrator, an API key.' }),
  details: z.record(z.string(), z.unknown()),
});

const MemberEvent = Event.extend({
  member: z
    .object({ userId: z.uuid(), email: z.string(), name: z.string().nullable() })
    .nullable()
    .meta({ description: 'Whom it is about; null for an API key.' }),
});

const Page = z.object({
  limit: z.number().int().min(1).max(200).default(50),
  offset: z.number().int().min(0).max(10_000).default(0),
  before: z
    .uuid()
    .optional()
    .meta({ description: 'Only events older than the one with this id: the way on, however far.' }),
});

const Events = <Schema extends z.ZodType>(event: Schema) =>
  z.object({
    ok: z.literal(true),
    data: z.array(event),
    hasMore: z.boolean().meta({ description: 'Whether older ones follow.' }),
  });

const { at, id } = securityEvents;

/** What is older than an event of the same list, which is how the list is sorted too. */
async function olderThan(db: AccountDb, whose: SQL, event: string) {
  const [found] = await db
    .select({ at })
    .from(securityEvents)
    .where(and(eq(id, event), whose));
  if (!found) throw new PortalError('INVALID_CURSOR');
  return sql`(${at}, ${id}) < (${found.at.toISOString()}::timestamptz, ${event}::uuid)`;
}

/** A page of the trail, newest first, and whether one more follows: a total would be counted, and this is one row more. */
async function eventsOf(db: AccountDb, whose: SQL, { limit, offset, before }: z.infer<typeof Page>) {
  const rows = await db
    .select({ event: securityEvents, member: { userId: users.id, email: users.email, name: users.name } })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(and(whose, before ? await olderThan(db, whose, before) : undefined))
    .orderBy(desc(at), desc(id))
    .limit(limit + 1)
    .offset(offset);
  const data = rows.slice(0, limit).map(({ event, member }) => ({ ...event, member }));
  return { ok: true as const, data, hasMore: rows.length > limit };
}

export const accountActivity = {
  activity: signedInProcedure
    .meta(authRoutes('Account').get('/auth/account/activity', 'What happened to one’s own account, newest first'))
    .input(Page)
    .output(Events(Event))
    .query(({ ctx: { db, user }, input }) => eventsOf(db, eq(securityEvents.userId, user.id), input)),
};

export const orgActivity = {
  activity: signedInProcedure
    .meta(
      authRoutes('Organization').get(
        '/auth/org/activity',
        'What happened in the organization, newest first (administrators)',
      ),
    )
    .input(Page)
    .use(adminOnly)
    .output(Events(MemberEvent))
    .query(({ ctx: { db, tenant }, input }) => eventsOf(db, eq(securityEvents.orgId, tenant.clientId), input)),
};
