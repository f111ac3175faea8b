import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { actionItemStatus, actionItems } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { createRecord, editRecord, recordPeopleChange } from '../records/people-changes.ts';
import { Level, Text } from '../values/fields.ts';
import { callingPerson, loadPeople } from '../values/people.ts';
import { atLeastOneOf, ById, Data, Day, Ok, singleLine } from '../values/shapes.ts';
import { emit } from '../webhooks/public.ts';
import { ActionItem, actionItemWriter } from './action-items.ts';
import { actionItemUpdated } from './events.ts';
import { BOUNDS } from './records.ts';

const { post, put, del } = rest('Dashboard');

const type = 'action_item';

const FIELDS = {
  title: singleLine(300).meta({ description: 'Title.', maxLength: 300, example: 'Correct the phone number on Yelp' }),
  description: Text.nullish().meta({
    description: 'Details; null for none.',
    example: 'Yelp shows the number of the old front desk.',
  }),
  category: singleLine(200).meta({ description: 'Category.', maxLength: 200, example: 'local' }),
  priority: Level.describe('Priority.'),
  due_date: Day.nullish().describe('Due day; null for none.'),
  assigneeId: z.uuid().toLowerCase().nullish().meta({
    description: 'User id of the assigned member; null for none.',
    example: '019c5f20-3b7a-7c41-a8e6-5d2f9b1c0e73',
  }),
};

const ActionItemEdit = atLeastOneOf({ ...FIELDS, status: z.enum(actionItemStatus.enumValues).describe('Status.') });

/** @throws VALIDATION_ERROR if the user is no member of the organization */
async function requireMember(ctx: { deps: HandlerDeps; tenant: Tenant }, assigneeId: string | null | undefined) {
  if (!assigneeId) return;
  const { memberOf } = await loadPeople(ctx, [assigneeId]);
  if (!memberOf(assigneeId)) throw invalid('assigneeId', 'must be the user id of a member of the organization');
}

const NOT_YOURS =
  'This item comes from a pipeline, which would send it again, so it cannot be deleted. Set its status to dismissed instead.';

export const actionItemChanges = {
  create: tenantProcedure
    .meta(
      post('/dashboard/action-items', 'Create an action item', {
        tool: {
          name: 'create_task',
          hint: 'Look in `list_tasks` first: the task may be there.',
          fixed: { assigneeId: undefined },
        },
        description: `Creates an open item of the source \`manual\`. An organization has at most ${BOUNDS.actionItems.words}.`,
        returns: 'The new action item.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(z.object(FIELDS))
    .output(Data(ActionItem))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, caller } = ctx;
      const userId = callingPerson(caller);
      const { assigneeId = null } = input;
      await requireMember(ctx, assigneeId);
      const write = await actionItemWriter(ctx, [{ assigneeId }]);
      const item = await db.transaction((tx) =>
        createRecord(tx, tenant, { type, table: actionItems, userId, bound: BOUNDS.actionItems }, input, {
          fields: { status: 'open', source: 'manual' },
          columns: { createdBy: userId },
        }),
      );
      return { ok: true, data: write(item) };
    }),

  update: tenantProcedure
    .meta(
      put('/dashboard/action-items/{id}', 'Update an action item', {
        tool: { name: 'update_task', hint: 'Ids are in `list_tasks`.', fixed: { assigneeId: undefined } },
        description:
          'Changes the given fields, at least one. They stay as set here when a pipeline sends the item again. The time of completion follows from the status.',
        returns: 'The updated action item.',
      }),
    )
    .input(ActionItemEdit)
    .output(Data(ActionItem))
    .mutation(async ({ ctx, input: { id, ...edit } }) => {
      const { db, tenant, caller } = ctx;
      const userId = callingPerson(caller);
      await requireMember(ctx, edit.assigneeId);
      const row = await db.transaction(async (tx) => {
        const { row, changed } = await editRecord(tx, tenant, { type, table: actionItems, id, userId }, edit, {
          with: ({ status }) => (status ? { completedAt: status === 'done' ? new Date() : null } : {}),
        });
        const fields = Object.keys(changed);
        if (fields.length > 0) await emit(tx, tenant, actionItemUpdated(row, fields));
        return row;
      });
      const write = await actionItemWriter(ctx, [row]);
      return { ok: true, data: write(row) };
    }),

  remove: tenantProcedure
    .meta(
      del('/dashboard/action-items/{id}', 'Delete an action item', {
        description: 'Deletes an item that was created in the portal. An item of a pipeline can be dismissed instead.',
        returns: 'The action item is deleted.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant, caller }, input: { id } }) => {
      const userId = callingPerson(caller);
      await db.transaction(async (tx) => {
        const one = ownedBy(tenant, actionItems, eq(actionItems.id, id));
        const [item] = await tx.select().from(actionItems).where(one).for('update');
        if (!item) throw notFound();
        if (item.createdBy === null) throw new PortalError('INVALID_TRANSITION', NOT_YOURS);
        await tx.delete(actionItems).where(one);
        const { externalId } = item;
        await recordPeopleChange(tx, tenant, { userId, action: 'deleted', type, externalId, recordId: id, fields: {} });
      });
      return { ok: true };
    }),
};
