import { and, count, eq, gte, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { annotations, organizations } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { days } from '../../server/durations.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson } from '../values/people.ts';
import { ById, Data, Day, Ok, paging } from '../values/shapes.ts';

const MOST = 1_000;

/** How far ahead a note may be, in days: an event that is planned, and no typing error. */
const AHEAD = 2 * 366;

const isNear = (day: string) => Date.parse(day) <= Date.now() + days(AHEAD);

const { get, post, del } = rest('Annotations');

const text = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'What happened, in plain text.', example: 'New website online' });

const Annotation = z
  .object({
    id: z.uuid().meta({ description: 'Id of the note.', example: '019c65a4-6f3e-7d21-9b54-2f8c1e7a4d90' }),
    date: z.iso.date().meta({ description: 'The day that it is about.', example: '2026-02-02' }),
    text,
  })
  .meta({ id: 'Annotation', description: 'A note on the charts of the organization.' });

const order = keyset('annotations', 'desc', [annotations.date, KEY.day], [annotations.id, KEY.id]);

export const annotationProcedures = {
  list: tenantProcedure
    .meta(
      get('/annotations', 'List notes on charts', {
        description: 'The notes of a period, or all of them; pages and reports show them in charts over time.',
        returns: 'The notes, latest day first.',
        ...PAGED,
      }),
    )
    .input(
      z.object({
        from: Day.meta({ description: 'Only notes of this day and later.', example: '2026-01-18' }).optional(),
        to: Day.meta({ description: 'Only notes of this day and earlier.', example: '2026-02-16' }).optional(),
        ...paging(100, 200),
      }),
    )
    .output(Data(z.array(Annotation).describe('The notes, latest day first.')))
    .query(async ({ ctx, input }) => {
      const { from, to, limit, after } = input;
      if (from && to && from > to) throw invalid('from', 'must not be after `to`');
      const { date, id } = annotations;
      const rows = await ctx.db
        .select({ id, date, text: annotations.text })
        .from(annotations)
        .where(
          ownedBy(
            ctx.tenant,
            annotations,
            and(from ? gte(date, from) : undefined, to ? lte(date, to) : undefined, order.after(after)),
          ),
        )
        .orderBy(...order.orderBy)
        .limit(limit + 1);
      return { ok: true, data: endPage(ctx, input, rows, (row) => order.cursorOf([row.date, row.id])) };
    }),

  create: tenantProcedure
    .meta(
      post('/annotations', 'Create a note on charts', {
        description: `Notes what happened on a day. An organization has at most ${MOST.toLocaleString('en')} notes.`,
        returns: 'The new note.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(
      z.object({
        date: Day.refine(isNear, 'must be at most two years from now').meta({
          description: 'The day, in the organization’s time zone: at most two years from now.',
          example: '2026-02-02',
        }),
        text,
      }),
    )
    .output(Data(Annotation))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, caller } = ctx;
      const stored = await db.transaction(async (tx) => {
        // Concurrent requests are counted one after the other.
        await tx.execute(sql`select from ${organizations} where id = ${tenant.clientId}::uuid for no key update`);
        const [existing] = await tx.select({ notes: count() }).from(annotations).where(ownedBy(tenant, annotations));
        if ((existing?.notes ?? 0) >= MOST)
          throw new PortalError(
            'INVALID_TRANSITION',
            `An organization has at most ${MOST.toLocaleString('en')} notes. Please delete one first.`,
          );
        const [made] = await tx
          .insert(annotations)
          .values({ ...input, clientId: tenant.clientId, createdBy: callingPerson(caller) })
          .returning();
        if (!made) throw new Error('A note was not inserted.');
        return made;
      });
      return { ok: true, data: stored };
    }),

  remove: tenantProcedure
    .meta(
      del('/annotations/{id}', 'Delete a note on charts', {
        description: 'Deletes the note from all charts.',
        returns: 'The note is deleted.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [gone] = await db
        .delete(annotations)
        .where(ownedBy(tenant, annotations, eq(annotations.id, id)))
        .returning({ id: annotations.id });
      if (!gone) throw notFound();
      return { ok: true };
    }),
};
