import { aliasedTable, and, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { operatorEvents, operatorReasons, organizations, users } from '../../db/schema/index.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { PersonName, UserId } from '../auth/public.ts';
import { Data, paging, Timestamp, Uuid } from '../values/shapes.ts';
import { trailConditions, trailFilter } from '../values/trail-filter.ts';
import { ACTIONS } from './actions.ts';
import { operatorRoutes } from './shapes.ts';

const Person = z.object({ id: UserId, name: PersonName.describe('Full name, if given and not erased.') });

const OperatorEvent = z
  .object({
    id: Uuid.describe('Id of the event.'),
    at: Timestamp.describe('When it was done.'),
    // Not an enumeration: during a rolling update an older process reads what a newer one wrote.
    type: z.string().meta({
      description: `The action: ${ACTIONS.map((type) => `\`${type}\``).join(', ')}. More may be added.`,
      example: 'client_suspended',
    }),
    actor: Person.nullable().describe('The operator; null for the command line and the portal itself.'),
    client: z
      .object({
        id: z.uuid().describe('Id of the client.'),
        name: z.string().nullable().meta({ description: 'Its name, if not erased.', example: 'Harbor Street Dental' }),
      })
      .nullable()
      .describe('The client concerned.'),
    user: Person.nullable().describe('The user concerned.'),
    reason: z.string().nullable().meta({
      description: 'Why, if a reason was given and is not erased.',
      example: 'Invoice 2026-114 has not been paid since March.',
    }),
    ipAddress: z.string().nullable().meta({
      description: 'IP address of the operator; null for the command line and the portal itself.',
      example: '203.0.113.24',
    }),
  })
  .meta({ id: 'OperatorEvent', description: 'A line of the operators’ trail.' });

const Filter = z.object({
  ...paging(50, 200),
  ...trailFilter('client_suspended'),
  actor: z.uuid().describe('Only what this operator did, by user id.').optional(),
});

const { id, at, type, actorId, orgId, userId, ipAddress } = operatorEvents;
const order = keyset('operator activity', 'desc', [at, KEY.moment], [id, KEY.id]);
const actors = aliasedTable(users, 'actors');

const filterOf = (filter: z.infer<typeof Filter>): SQL[] => [
  ...trailConditions(operatorEvents, filter),
  ...(filter.actor === undefined ? [] : [eq(actorId, filter.actor)]),
];

const named = (whose: string | null, name: string | null) => (whose === null ? null : { id: whose, name });

export const operatorActivity = {
  activity: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/activity', 'List operator activity', {
        description:
          'The actions of operators: who, what, to whom, why and from where. Events are never changed or deleted.',
        returns: 'The events, newest first.',
        lines: true,
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(OperatorEvent).describe('The events, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select({
          event: { id, at, type, actorId, orgId, userId, ipAddress },
          actor: actors.name,
          client: organizations.name,
          user: users.name,
          reason: operatorReasons.reason,
        })
        .from(operatorEvents)
        .leftJoin(operatorReasons, eq(operatorReasons.eventId, id))
        .leftJoin(actors, eq(actors.id, actorId))
        .leftJoin(organizations, eq(organizations.id, orgId))
        .leftJoin(users, eq(users.id, userId))
        .where(and(order.after(input.after), ...filterOf(input)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, ({ event }) => order.cursorOf([event.at.toISOString(), event.id]));
      const data = page.map(({ event, actor, client, user, reason }) => ({
        id: event.id,
        at: event.at,
        type: event.type,
        ipAddress: event.ipAddress,
        reason,
        actor: named(event.actorId, actor),
        client: named(event.orgId, client),
        user: named(event.userId, user),
      }));
      return { ok: true, data };
    }),
};
