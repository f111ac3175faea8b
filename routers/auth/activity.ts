import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { organizations, securityEvents, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { TRAIL_EVENTS } from '../../server/identity/security-trail.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { adminOnly, signedInProcedure } from '../../server/trpc/procedures.ts';
import { Ok, paging, Timestamp } from '../values/shapes.ts';
import { trailConditions, trailFilter } from '../values/trail-filter.ts';
import { authRoutes, organizationRoutes } from './routes.ts';
import { AccountEmail, OrgId, OrgName, PersonName, UserId } from './shapes.ts';

const EventFields = z.object({
  id: z.uuid().meta({ description: 'Event id.', example: '0195117c-5e2a-7b40-8c1f-6a2d9e3b7f04' }),
  // Not an enumeration: during a rolling update an older process reads events that a newer one wrote.
  type: z.string().meta({
    description: `Event type: ${TRAIL_EVENTS.map((type) => `\`${type}\``).join(', ')}. More may be added.`,
    example: 'signed_in',
  }),
  at: Timestamp.describe('When the event happened.'),
  ipAddress: z.string().meta({
    description: 'IP address of the request; empty where the portal acted by itself.',
    example: '203.0.113.24',
  }),
  userAgent: z.string().meta({
    description: 'User agent of the request.',
    example: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:135.0) Gecko/20100101 Firefox/135.0',
  }),
  actor: z.string().nullable().meta({
    description:
      'Who acted, if not the user concerned: an administrator’s email address, the name of an API key, or `client-portal` for the portal itself.',
    example: 'demo@example.com',
  }),
  client: z
    .object({ id: OrgId, name: OrgName })
    .nullable()
    .describe('The organization concerned; null if the event concerns the account only.'),
  user: z
    .object({ id: UserId, name: PersonName })
    .nullable()
    .describe('The user concerned; null where it concerns nobody in particular.'),
  reason: z.string().nullable().meta({
    description: 'Why it was done or refused, if a reason is known.',
    example: 'The client asks why its listings are not found.',
  }),
  details: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Further facts; they depend on the type.', example: { by: 'password' } }),
});

const SecurityEvent = EventFields.extend({}).meta({
  id: 'SecurityEvent',
  description: 'An event in the security trail of an account.',
});

const MemberSecurityEvent = EventFields.extend({
  member: z
    .object({ userId: UserId, email: AccountEmail, name: PersonName })
    .nullable()
    .describe('The user concerned; null for the use of an API key, and for a deleted account.'),
}).meta({ id: 'MemberSecurityEvent', description: 'An event in the security trail of an organization.' });

const EventPage = z.object({
  ...paging(50, 200),
  ...trailFilter('signed_in'),
  actor: z
    .string()
    .max(TEXT.email)
    .meta({
      description:
        'Only actions of this person or key: the email address or id of a user, or the name that `actor` shows for others.',
      example: 'demo@example.com',
    })
    .optional(),
  offset: z.number().int().min(0).max(10_000).default(0).meta({ description: 'Events to skip.', example: 0 }),
  before: z
    .uuid()
    .meta({
      description: 'Id of the last event of the previous page: only older events are returned.',
      example: '0195117c-5e2a-7b40-8c1f-6a2d9e3b7f04',
    })
    .optional(),
});

const Events = <Schema extends z.ZodType>(event: Schema) =>
  Ok.extend({
    data: z.array(event).describe('The events, newest first.'),
    hasMore: z.boolean().describe('Whether older events follow.'),
  });

const { at, id } = securityEvents;
const order = keyset('events', 'desc', [at, KEY.moment], [id, KEY.id]);
const cursorOf = (event: { at: Date; id: string }) => order.cursorOf([event.at.toISOString(), event.id]);

/** The cursor after this event of the list. @throws INVALID_CURSOR */
async function cursorAfter(db: AccountDb, scope: SQL, event: string) {
  const [found] = await db
    .select({ at, id })
    .from(securityEvents)
    .where(and(eq(id, event), scope));
  if (!found) throw new PortalError('INVALID_CURSOR');
  return cursorOf(found);
}

const isUuid = (text: string) => z.uuid().safeParse(text).success;

/**
 * What somebody did, given by address, id or the name in the trail. Where `actor` is null, the user concerned acted.
 * The user is looked up before, so that an index finds the lines.
 */
async function actedBy(db: AccountDb, actor: string) {
  const { id: userId, email } = users;
  const who = isUuid(actor) ? eq(userId, actor) : eq(email, actor.toLowerCase());
  const [user] = await db.select({ userId, email }).from(users).where(who);
  const named = eq(securityEvents.actor, user?.email ?? actor);
  return user ? or(and(isNull(securityEvents.actor), eq(securityEvents.userId, user.userId)), named) : named;
}

const reasonIn = ({ reason }: Record<string, unknown>) => (typeof reason === 'string' ? reason : null);

type ListContext = Pick<RequestContext, 'request' | 'reply'> & { db: AccountDb };

/** A page of events, newest first. One extra row tells whether more follow, which is cheaper than a total. */
async function listEvents(ctx: ListContext, scope: SQL, input: z.infer<typeof EventPage>) {
  const { db } = ctx;
  const { limit, offset, before, after, actor } = input;
  const older = order.after(after);
  const rows = await db
    .select({
      event: securityEvents,
      member: { userId: users.id, email: users.email, name: users.name },
      client: { id: organizations.id, name: organizations.name },
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .leftJoin(organizations, eq(organizations.id, securityEvents.orgId))
    .where(
      and(
        ...[scope, older, before ? order.after(await cursorAfter(db, scope, before)) : undefined],
        ...trailConditions(securityEvents, input),
        actor === undefined ? undefined : await actedBy(db, actor),
      ),
    )
    .orderBy(...order.orderBy)
    .limit(limit + 1)
    .offset(offset);
  const data = endPage(ctx, input, rows, ({ event }) => cursorOf(event)).map(({ event, member, client }) => ({
    ...event,
    member,
    client,
    user: member && { id: member.userId, name: member.name },
    reason: reasonIn(event.details),
  }));
  return { ok: true as const, data, hasMore: rows.length > data.length };
}

export const accountActivity = {
  activity: signedInProcedure
    .meta(
      authRoutes('Account').get('/auth/account/activity', 'List account activity', {
        description: 'The security trail of the signed-in user’s account, in every organization, kept for 400 days.',
        returns: 'The events, newest first.',
        lines: true,
        ...PAGED,
      }),
    )
    .input(EventPage)
    .output(Events(SecurityEvent))
    .query(({ ctx, input }) => listEvents(ctx, eq(securityEvents.userId, ctx.user.id), input)),
};

export const orgActivity = {
  activity: signedInProcedure
    .meta(
      organizationRoutes.get('/auth/org/activity', 'List organization activity', {
        description: 'The security trail of the organization and its members, kept for 400 days. Administrators only.',
        returns: 'The events, newest first.',
        lines: true,
        ...PAGED,
      }),
    )
    .input(EventPage)
    .use(adminOnly)
    .output(Events(MemberSecurityEvent))
    .query(({ ctx, input }) => listEvents(ctx, eq(securityEvents.orgId, ctx.tenant.clientId), input)),
};
