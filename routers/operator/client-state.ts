import { and, asc, desc, eq, or } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { apiKeys, invitations, memberships, users } from '../../db/schema/index.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { AccountEmail, CanJoin, isPending, PersonName, Role, SEATS_PER_ORGANIZATION, waysIn } from '../auth/public.ts';
import { ConnectionEntry, KindName } from '../connections/public.ts';
import { budgets } from '../measurement/public.ts';
import { PlanUse } from '../plans/shapes.ts';
import { planUse } from '../plans/usage.ts';
import { ById, Data, Timestamp, Uuid } from '../values/shapes.ts';
import { findClient } from './client-record.ts';
import { clientWatch, LATE_TASKS, LATEST_SCANS } from './client-watch.ts';
import { operatorRoutes } from './shapes.ts';

/** The most keys that an organization has. */
const KEYS = 50;

const ClientState = z
  .object({
    members: z
      .array(
        z.object({
          id: Uuid.describe('Membership id.'),
          email: AccountEmail,
          name: PersonName,
          role: Role,
          joinedAt: Timestamp.describe('When the person joined.'),
        }),
      )
      .max(SEATS_PER_ORGANIZATION)
      .describe('Its people, who joined first first.'),
    invitations: z
      .array(
        z.object({
          id: Uuid.describe('Invitation id.'),
          email: AccountEmail,
          role: Role,
          unsent: z.boolean().describe('Whether it waits for an operator to mail it.'),
          createdAt: Timestamp.describe('When it was made, or sent again.'),
          expiresAt: Timestamp.describe('When its link stops working.'),
          canJoin: CanJoin,
        }),
      )
      .max(SEATS_PER_ORGANIZATION)
      .describe('Those who have not joined, newest first.'),
    keys: z
      .array(
        z.object({
          id: Uuid.describe('Id of the key.'),
          name: z.string().meta({ description: 'Name of the key.', example: 'Nightly scan' }),
          lastUsedAt: Timestamp.nullable().describe('When it was last used, to the minute; null if never.'),
          expiresAt: Timestamp.nullable().describe('When it expires; null if never.'),
        }),
      )
      .max(KEYS)
      .describe('Its API keys, newest first, without their secrets.'),
    connections: z
      .array(
        ConnectionEntry.pick({
          id: true,
          kind: true,
          label: true,
          status: true,
          problem: true,
          cause: true,
          since: true,
          lastSyncAt: true,
        }),
      )
      .max(KindName.options.length)
      .describe('The tools whose figures are read, by kind.'),
    scans: z
      .array(
        z.object({
          id: Uuid.describe('Id of the scan.'),
          completedAt: Timestamp.describe('When it was completed.'),
          dynamicScore: z.number().nullable().describe('Overall score, 0–100.'),
        }),
      )
      .max(LATEST_SCANS)
      .describe('The latest scans, newest first.'),
    lateTasks: z
      .array(
        z.object({
          id: Uuid.describe('Id of the action item.'),
          title: z.string().meta({ description: 'Title.', example: 'Answer the reviews' }),
          dueDate: z.iso.date().meta({ description: 'Due date.', example: '2026-02-10' }),
        }),
      )
      .max(LATE_TASKS)
      .describe('Open action items that were due before today, in UTC, the oldest first.'),
    grants: PlanUse,
    monthlyAnswers: z.number().int().meta({
      description: 'Answers that its measurement may ask for in a month: what holds where no plan limits them, too.',
      example: 2000,
    }),
  })
  .meta({ id: 'ClientState', description: 'Who belongs to a client, and what runs for it.' });

const membersOf = (db: AccountDb, orgId: string) =>
  db
    .select({
      id: memberships.id,
      email: users.email,
      name: users.name,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.orgId, orgId))
    .orderBy(asc(memberships.createdAt), asc(memberships.id))
    .limit(SEATS_PER_ORGANIZATION);

const invitedTo = (db: AccountDb, orgId: string) => {
  const { id, email, role, unsent, createdAt, expiresAt } = invitations;
  return db
    .select({ id, email, role, unsent, createdAt, expiresAt })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), or(isPending, eq(unsent, true))))
    .orderBy(desc(createdAt), desc(id))
    .limit(SEATS_PER_ORGANIZATION);
};

const keysOf = (db: AccountDb, orgId: string) => {
  const { id, name, lastUsedAt, expiresAt, createdAt } = apiKeys;
  return db
    .select({ id, name, lastUsedAt, expiresAt })
    .from(apiKeys)
    .where(eq(apiKeys.orgId, orgId))
    .orderBy(desc(createdAt), desc(id))
    .limit(KEYS);
};

export const clientStateProcedures = {
  state: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/clients/{id}/state', 'Get the state of a client', {
        description:
          'Its people, invitations, keys, connections, latest scans, overdue action items, and what its plan grants: what to look at before anybody calls.',
        returns: 'The state of the client.',
        weight: 'heavy',
      }),
    )
    .input(ById)
    .output(Data(ClientState))
    .query(async ({ ctx: { db, deps, reach }, input: { id } }) => {
      await findClient(db, id);
      const [members, invited, isShutOut, keys, grants, budget, running] = await Promise.all([
        membersOf(db, id),
        invitedTo(db, id),
        deps.use(waysIn).shutOutOf(id),
        keysOf(db, id),
        deps.use(planUse).of(id),
        deps.use(budgets).of(id),
        deps.use(clientWatch).running(reach, id),
      ]);
      const open = invited.map((one) => ({ ...one, canJoin: !isShutOut(one) }));
      return {
        ok: true,
        data: { members, invitations: open, keys, grants, monthlyAnswers: budget.answers, ...running },
      };
    }),
};
