import type { z } from 'zod';
import { goals } from '../../db/schema/index.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { createRecord, editRecord } from '../records/people-changes.ts';
import { todayIn } from '../values/days.ts';
import { callingPerson } from '../values/people.ts';
import { atLeastOneOf, Data, singleLine } from '../values/shapes.ts';
import { emit } from '../webhooks/public.ts';
import { goalCompleted } from './events.ts';
import { toGoal } from './goal-list.ts';
import { addReading } from './goal-readings.ts';
import { GoalWithProgress } from './goals.ts';
import { BOUNDS, GoalData } from './records.ts';

const { post, put } = rest('Dashboard');

const line = (field: z.ZodType, maxLength: number) => singleLine(maxLength).meta({ ...field.meta(), maxLength });

/** A goal as ingested, with names of one line, as people type them. */
const NewGoal = GoalData.extend({
  title: line(GoalData.shape.title, 300),
  goal_type: line(GoalData.shape.goal_type, 200),
  category: line(GoalData.shape.category, 200),
});

const subject = { type: 'goal', table: goals };

export const goalChanges = {
  create: tenantProcedure
    .meta(
      post('/dashboard/goals', 'Create a goal', {
        description: `An organization has at most ${BOUNDS.goals.words}. Administrators only.`,
        returns: 'The new goal.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(NewGoal)
    .use(adminOnly)
    .output(Data(GoalWithProgress))
    .mutation(async ({ ctx: { db, tenant, caller }, input }) => {
      const userId = callingPerson(caller);
      const goal = await db.transaction(async (tx) => {
        const made = await createRecord(tx, tenant, { ...subject, userId, bound: BOUNDS.goals }, input);
        if (made.status === 'completed') await emit(tx, tenant, goalCompleted(made));
        return made;
      });
      return { ok: true, data: toGoal(goal, todayIn(tenant.timezone)) };
    }),

  update: tenantProcedure
    .meta(
      put('/dashboard/goals/{id}', 'Update a goal', {
        description:
          'Changes the given fields, at least one. They stay as set here when a pipeline sends the goal again. A new current value is also a reading in the history. Administrators only.',
        returns: 'The updated goal.',
      }),
    )
    .input(atLeastOneOf(NewGoal.shape))
    .use(adminOnly)
    .output(Data(GoalWithProgress))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { id, ...edit } }) => {
      const userId = callingPerson(caller);
      const goal = await db.transaction(async (tx) => {
        const { row, changed } = await editRecord(tx, tenant, { ...subject, id, userId }, edit);
        if ('current_value' in changed)
          await addReading(tx, tenant, { goalId: id, userId, at: new Date(), value: row.currentValue, note: null });
        if (changed.status === 'completed') await emit(tx, tenant, goalCompleted(row));
        return row;
      });
      return { ok: true, data: toGoal(goal, todayIn(tenant.timezone)) };
    }),
};
