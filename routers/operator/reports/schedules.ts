import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../../db/handles.ts';
import { operators, organizations, reportSchedules, reportTemplates } from '../../../db/schema/index.ts';
import { invalid, notFound, PortalError } from '../../../server/errors.ts';
import { limitedOwnerOf } from '../../../server/identity/reach.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { isCovered, MOST_SCHEDULES, namedClients } from '../../reports/public.ts';
import { ById, Data, Ok, Paging } from '../../values/shapes.ts';
import { holdRole, noteAction } from '../actions.ts';
import { operatorRoutes } from '../shapes.ts';
import { columnsOfClients, ReportSchedule, SCHEDULE_FIELDS, shownSchedule } from './schedule-shapes.ts';
import { requireTemplate } from './templates.ts';

const { get, post, put, del } = operatorRoutes;

const NewSchedule = z.object({
  ...SCHEDULE_FIELDS,
  review: SCHEDULE_FIELDS.review.default(false),
  reviewerId: SCHEDULE_FIELDS.reviewerId.default(null),
  bcc: SCHEDULE_FIELDS.bcc.default([]),
  subject: SCHEDULE_FIELDS.subject.default(null),
  message: SCHEDULE_FIELDS.message.default(null),
});

const Edit = z.object(SCHEDULE_FIELDS).partial();
type Edit = z.output<typeof Edit>;
type Row = typeof reportSchedules.$inferSelect;
interface Wanted extends Pick<Row, 'every' | 'day' | 'operatorId'>, Partial<Pick<Row, 'clientIds' | 'exceptIds'>> {
  reviewerId?: string | null | undefined;
  /** Whether the reviewer sees the clients. */
  isSeen: boolean;
}
interface Ctx {
  db: AccountDb;
  reach: Reach;
  deps: HandlerDeps;
}

const { id, createdAt } = reportSchedules;
const order = keyset('report schedules', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

const columnsOf = ({ clients, recipients, ...fields }: Edit) => ({
  ...fields,
  ...(clients && columnsOfClients(clients)),
  ...(recipients !== undefined && { recipients: recipients === 'members' ? null : recipients }),
});

/**
 * An operator with portfolios finds clients in them alone.
 *
 * @throws VALIDATION_ERROR for a day that its period has not, and for clients and reviewers that it cannot have
 */
async function requireKnown(
  tx: AccountDb,
  { every, day, operatorId, clientIds, exceptIds, reviewerId, isSeen }: Wanted,
) {
  if (every === 'week' && (day ?? 1) > 7) throw invalid('day', 'must be 1 (Monday) to 7');
  if (reviewerId) {
    const isOperator = and(eq(operators.userId, reviewerId), eq(operators.role, 'operator'));
    const [reviewer] = await tx.select({ userId: operators.userId }).from(operators).where(isOperator);
    if (!reviewer) throw invalid('reviewerId', 'must be the id of an operator');
  }
  for (const [field, ids] of [
    ['clients.ids', clientIds ?? []],
    ['clients.except', exceptIds ?? []],
  ] as const) {
    const known =
      ids.length > 0
        ? await tx.$count(organizations, and(inArray(organizations.id, ids), isCovered({ operatorId })))
        : 0;
    if (known < ids.length) throw invalid(field, 'must be the ids of clients');
  }
  if (!isSeen) throw invalid('reviewerId', 'must be the id of an operator who sees the clients of the schedule');
}

/**
 * Whose portfolios bound a schedule after an edit: those of an operator with portfolios who edits it. One whose
 * operator has lost the role covers nobody; who then says for whom it is takes it over.
 */
async function ownerAfter(db: AccountDb, reach: Reach, { operatorId }: Pick<Row, 'operatorId'>, { clients }: Edit) {
  const editor = limitedOwnerOf(reach);
  if (editor || !operatorId || !clients) return editor ?? operatorId;
  const stillOperates = and(eq(operators.userId, operatorId), eq(operators.role, 'operator'));
  return (await db.$count(operators, stillOperates)) > 0 ? operatorId : null;
}

/** Whether the reviewer of a schedule sees all clients of its ids after an edit. One of other fields is not refused. */
async function isSeenByReviewer({ db, deps, reach }: Ctx, scheduleId: string, edit: Edit) {
  const { reviewerId, clients } = edit;
  if (!reviewerId && !clients) return true;
  const [before] = await db.select().from(reportSchedules).where(eq(id, scheduleId));
  if (!before) return true;
  return deps.use(namedClients).areSeenBy(reviewerId === undefined ? before.reviewerId : reviewerId, {
    clientIds: clients ? columnsOfClients(clients).clientIds : before.clientIds,
    operatorId: await ownerAfter(db, reach, before, edit),
  });
}

/** Schedules with the names of their templates and their next hours. */
async function readSchedules(db: AccountDb, some: SQL | undefined, limit: number) {
  const rows = await db
    .select({ schedule: reportSchedules, name: reportTemplates.name })
    .from(reportSchedules)
    .innerJoin(reportTemplates, eq(reportTemplates.id, reportSchedules.templateId))
    .where(some)
    .orderBy(...order.orderBy)
    .limit(limit);
  return rows;
}

type Found = Awaited<ReturnType<typeof readSchedules>>[number];

async function shown({ use }: HandlerDeps, { schedule, name: templateName }: Found) {
  const clients = use(namedClients);
  return shownSchedule(schedule, {
    templateName,
    clientNames: await clients.find(schedule),
    nextRunAt: await clients.nextRun(schedule),
  });
}

async function showOne({ db, deps }: Ctx, scheduleId: string) {
  const [found] = await readSchedules(db, eq(id, scheduleId), 1);
  if (!found) throw notFound();
  return shown(deps, found);
}

/** Finds a schedule and locks it. @throws NOT_FOUND */
async function lockSchedule(tx: AccountDb, scheduleId: string) {
  const [schedule] = await tx.select().from(reportSchedules).where(eq(id, scheduleId)).for('update');
  if (!schedule) throw notFound();
  return schedule;
}

export const reportScheduleProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/report-schedules', 'List report schedules', {
        description: 'For whom, when and to whom the portal sends reports.',
        returns: 'The schedules, newest first.',
        ...PAGED,
        weight: 'heavy',
      }),
    )
    .input(Paging(50, 100))
    .output(Data(z.array(ReportSchedule).describe('The schedules, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await readSchedules(ctx.db, order.after(input.after), input.limit + 1);
      const page = endPage(ctx, input, rows, ({ schedule }) =>
        order.cursorOf([schedule.createdAt.toISOString(), schedule.id]),
      );
      return { ok: true, data: await Promise.all(page.map((row) => shown(ctx.deps, row))) };
    }),

  create: operatorProcedure
    .meta(
      post('/operator/report-schedules', 'Create a report schedule', {
        description: `Plans reports of a template: the last full week, month or quarter before each due hour, once for each client. With \`review\` drafts are made 48 hours before. There are at most ${MOST_SCHEDULES}.`,
        returns: 'The schedule, and when it is due next.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(NewSchedule)
    .output(Data(ReportSchedule))
    .mutation(async ({ ctx, input }) => {
      const { clients, recipients, ...fields } = input;
      const columns = {
        ...fields,
        ...columnsOfClients(clients),
        recipients: recipients === 'members' ? null : recipients,
        createdBy: ctx.user.id,
        operatorId: limitedOwnerOf(ctx.reach),
      };
      const isSeen = await ctx.deps.use(namedClients).areSeenBy(columns.reviewerId, columns);
      const made = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        if ((await tx.$count(reportSchedules)) >= MOST_SCHEDULES)
          throw new PortalError('INVALID_TRANSITION', 'There are too many schedules. Please delete one first.');
        await requireTemplate(tx, ctx.reach, input.templateId);
        await requireKnown(tx, { ...columns, isSeen });
        const [row] = await tx.insert(reportSchedules).values(columns).returning({ id });
        if (!row) throw new Error('A schedule was not inserted.');
        await noteAction(tx, ctx, 'report_schedule_created', {});
        return row.id;
      });
      return { ok: true, data: await showOne(ctx, made) };
    }),

  update: operatorProcedure
    .meta(
      put('/operator/report-schedules/{id}', 'Update a report schedule', {
        description:
          'Changes the fields that are sent; `null` clears a text or the reviewer. Reports that are planned already stay as they are. A schedule of an operator with portfolios who has lost the role is for nobody, until another one sends `clients`.',
        returns: 'The schedule after the change, and when it is due next.',
      }),
    )
    .input(ById.extend(Edit.shape))
    .output(Data(ReportSchedule))
    .mutation(async ({ ctx, input: { id: scheduleId, ...edit } }) => {
      const isSeen = await isSeenByReviewer(ctx, scheduleId, edit);
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const before = await lockSchedule(tx, scheduleId);
        if (Object.keys(edit).length === 0) return;
        if (edit.templateId !== undefined) await requireTemplate(tx, ctx.reach, edit.templateId);
        // Of an operator with portfolios it can be for no other clients than theirs from then on.
        const columns = { ...columnsOf(edit), operatorId: await ownerAfter(tx, ctx.reach, before, edit) };
        const times = { every: edit.every ?? before.every, day: edit.day ?? before.day };
        await requireKnown(tx, { ...columns, ...times, isSeen });
        // Hours of its new times that are over are not made up for.
        const isMoved = [edit.every, edit.day, edit.hour].some((field) => field !== undefined);
        await tx
          .update(reportSchedules)
          .set({ ...columns, ...(isMoved && { since: new Date() }) })
          .where(eq(id, scheduleId));
        await noteAction(tx, ctx, 'report_schedule_updated', {});
      });
      return { ok: true, data: await showOne(ctx, scheduleId) };
    }),

  remove: operatorProcedure
    .meta(
      del('/operator/report-schedules/{id}', 'Delete a report schedule', {
        description: 'No more reports are planned. Those that are planned or sent stay.',
        returns: 'It is deleted.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input }) => {
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockSchedule(tx, input.id);
        await tx.delete(reportSchedules).where(eq(id, input.id));
        await noteAction(tx, ctx, 'report_schedule_deleted', {});
      });
      return { ok: true };
    }),
};
