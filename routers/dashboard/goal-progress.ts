import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { goalReadings, goals } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { editRecord } from '../records/people-changes.ts';
import { todayIn } from '../values/days.ts';
import { PastMoment, Text } from '../values/fields.ts';
import { callingPerson, loadPeople, Person } from '../values/people.ts';
import { ById, Data, paging, Timestamp, Uuid } from '../values/shapes.ts';
import { toGoal } from './goal-list.ts';
import { addReading, KEPT_READINGS } from './goal-readings.ts';
import { GoalWithProgress } from './goals.ts';
import { Figure } from './records.ts';

const { get, post } = rest('Dashboard');

const NewReading = ById.extend({
  value: Figure.meta({ description: 'The value read.', example: 82 }),
  note: Text.nullish().meta({ description: 'Note; null for none.', example: 'After the autumn mailing.' }),
  at: PastMoment.optional().describe('Time of the reading; now by default.'),
});

const GoalReading = z
  .object({
    id: Uuid.describe('Id of the reading.'),
    at: Timestamp.describe('Time of the reading.'),
    value: z.number().meta({ description: 'The value read.', example: 82 }),
    note: z.string().nullable().meta({ description: 'Note; null for none.', example: 'After the autumn mailing.' }),
    by: Person.describe('The user who made the reading; null when the account was deleted.'),
  })
  .meta({ id: 'GoalReading', description: 'A reading of the value of a goal.' });

const order = keyset('goal-history', 'desc', [goalReadings.at, KEY.moment], [goalReadings.id, KEY.id]);

export const goalProgress = {
  progress: tenantProcedure
    .meta(
      post('/dashboard/goals/{id}/progress', 'Update the progress of a goal', {
        tool: { name: 'report_goal_progress', hint: 'The value is in the unit of the goal; ids are in `list_goals`.' },
        description:
          'Stores a reading. The reading with the newest time is the current value of the goal, until a pipeline or a newer reading sets another.',
        returns: 'The reading, and the goal with it.',
        status: 201,
      }),
    )
    .input(NewReading)
    .output(Data(GoalReading).extend({ goal: GoalWithProgress }))
    .mutation(async ({ ctx, input: { id, value, note = null, at } }) => {
      const { db, tenant, caller } = ctx;
      const userId = callingPerson(caller);
      const { personOf } = await loadPeople(ctx, [userId]);
      const { reading, goal } = await db.transaction(async (tx) => {
        const one = ownedBy(tenant, goals, eq(goals.id, id));
        const [goal] = await tx.select().from(goals).where(one).for('no key update');
        if (!goal) throw notFound();
        const time = at ? new Date(at) : new Date();
        const { added, isNewest } = await addReading(tx, tenant, { goalId: id, userId, at: time, value, note });
        if (!isNewest) return { reading: added, goal };
        const subject = { type: 'goal', table: goals, id, userId };
        const { row } = await editRecord(tx, tenant, subject, { current_value: value }, { keeps: false });
        return { reading: added, goal: row };
      });
      return { ok: true, data: { ...reading, by: personOf(userId) }, goal: toGoal(goal, todayIn(tenant.timezone)) };
    }),

  history: tenantProcedure
    .meta(
      get('/dashboard/goals/{id}/history', 'List readings of a goal', {
        description: `The readings that people made of the value of a goal, the newest ${KEPT_READINGS.toLocaleString('en')}.`,
        returns: 'The readings, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(200, 1000)))
    .output(Data(z.array(GoalReading).describe('The readings, newest first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const after = order.after(input.after);
      const [goal] = await db
        .select({ id: goals.id })
        .from(goals)
        .where(ownedBy(tenant, goals, eq(goals.id, input.id)));
      if (!goal) throw notFound();
      const rows = await db
        .select()
        .from(goalReadings)
        .where(ownedBy(tenant, goalReadings, eq(goalReadings.goalId, goal.id), after))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const { personOf } = await loadPeople(
        ctx,
        rows.map(({ userId }) => userId),
      );
      const readings = rows.map(({ id, at, value, note, userId }) => ({ id, at, value, note, by: personOf(userId) }));
      return { ok: true, data: endPage(ctx, input, readings, ({ at, id }) => order.cursorOf([at.toISOString(), id])) };
    }),
};
