import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../../db/handles.ts';
import { reportLanguage, reportPeriod, reportSchedules, reportTemplates } from '../../../db/schema/index.ts';
import { notFound, PortalError } from '../../../server/errors.ts';
import { limitedOwnerOf } from '../../../server/identity/reach.ts';
import { TEXT } from '../../../server/limits/sizes.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { REPORT_SECTIONS } from '../../exports/public.ts';
import { LongText, MOST_TEMPLATES, SectionName } from '../../reports/public.ts';
import { ById, Data, Ok, Paging, singleLine, Timestamp, Uuid } from '../../values/shapes.ts';
import { holdRole, noteAction } from '../actions.ts';
import { operatorRoutes } from '../shapes.ts';

const { get, post, put, del } = operatorRoutes;

const FIELDS = {
  name: singleLine(TEXT.name).meta({ description: 'Its name, which the report shows.', example: 'Monthly report' }),
  sections: z
    .array(SectionName)
    .min(1)
    .max(REPORT_SECTIONS.length)
    .refine((sections) => new Set(sections).size === sections.length, 'must name each section once')
    .meta({ description: 'The sections, in order.', example: ['overview', 'ai_search', 'website', 'tasks'] }),
  period: z.enum(reportPeriod.enumValues).describe('The kind of period that it covers: the last full one.'),
  language: z
    .enum(reportLanguage.enumValues)
    .nullable()
    .describe('The language; null for that of the client’s administrators.'),
  intro: LongText.nullable().meta({
    description: 'Text at the beginning.',
    example: 'Thank you for working with us this month.',
  }),
};

const ReportTemplate = z
  .object({
    id: Uuid.describe('Id of the template.'),
    ...FIELDS,
    sections: z.array(SectionName).describe('The sections, in order.'),
    createdAt: Timestamp.describe('When it was made.'),
    updatedAt: Timestamp.describe('When it was last changed.'),
  })
  .meta({ id: 'ReportTemplate', description: 'What reports consist of.' });

const NewTemplate = z.object({
  ...FIELDS,
  language: FIELDS.language.default(null),
  intro: FIELDS.intro.default(null),
});

type Row = typeof reportTemplates.$inferSelect;

const { id, createdAt } = reportTemplates;
const order = keyset('report templates', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

const shown = (row: Row) => ({ ...row, sections: row.sections as z.input<typeof ReportTemplate>['sections'] });

/** Finds a template and locks it. @throws NOT_FOUND */
async function lockTemplate(tx: AccountDb, templateId: string, strength: 'key share' | 'update') {
  const [template] = await tx.select().from(reportTemplates).where(eq(id, templateId)).for(strength);
  if (!template) throw notFound();
  return template;
}

/** Requires a template for a schedule, and that nobody deletes it. @throws NOT_FOUND */
export async function requireTemplate(tx: AccountDb, reach: Reach, templateId: string) {
  if (reach === 'all') return lockTemplate(tx, templateId, 'key share');
  // An operator with portfolios cannot lock what others made: the foreign key keeps it.
  const [template] = await tx.select().from(reportTemplates).where(eq(id, templateId));
  if (!template) throw notFound();
  return template;
}

export const reportTemplateProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/report-templates', 'List report templates', {
        description: 'What the reports consist of that the portal sends.',
        returns: 'The templates, newest first.',
        ...PAGED,
        weight: 'heavy',
      }),
    )
    .input(Paging(50, 200))
    .output(Data(z.array(ReportTemplate).describe('The templates, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select()
        .from(reportTemplates)
        .where(order.after(input.after))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data: page.map(shown) };
    }),

  create: operatorProcedure
    .meta(
      post('/operator/report-templates', 'Create a report template', {
        description: `Makes a template for schedules of reports. There are at most ${MOST_TEMPLATES}.`,
        returns: 'The template.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(NewTemplate)
    .output(Data(ReportTemplate))
    .mutation(async ({ ctx, input }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        if ((await tx.$count(reportTemplates)) >= MOST_TEMPLATES)
          throw new PortalError('INVALID_TRANSITION', 'There are too many templates. Please delete one first.');
        const [row] = await tx
          .insert(reportTemplates)
          .values({ ...input, operatorId: limitedOwnerOf(ctx.reach) })
          .returning();
        if (!row) throw new Error('A template was not inserted.');
        await noteAction(tx, ctx, 'report_template_created', {});
        return row;
      });
      return { ok: true, data: shown(data) };
    }),

  update: operatorProcedure
    .meta(
      put('/operator/report-templates/{id}', 'Update a report template', {
        description:
          'Changes the fields that are sent; `null` clears a text. Reports that are planned already stay as they are.',
        returns: 'The template after the change.',
      }),
    )
    .input(ById.extend(z.object(FIELDS).partial().shape))
    .output(Data(ReportTemplate))
    .mutation(async ({ ctx, input: { id: templateId, ...edit } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const template = await lockTemplate(tx, templateId, 'update');
        if (Object.keys(edit).length === 0) return template;
        const [row = template] = await tx.update(reportTemplates).set(edit).where(eq(id, templateId)).returning();
        await noteAction(tx, ctx, 'report_template_updated', {});
        return row;
      });
      return { ok: true, data: shown(data) };
    }),

  remove: operatorProcedure
    .meta(
      del('/operator/report-templates/{id}', 'Delete a report template', {
        description: 'One that a schedule uses cannot be deleted. Reports that are planned or sent stay.',
        returns: 'It is deleted.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input }) => {
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockTemplate(tx, input.id, 'update');
        if ((await tx.$count(reportSchedules, eq(reportSchedules.templateId, input.id))) > 0)
          throw new PortalError(
            'INVALID_TRANSITION',
            'A schedule uses this template. Please change or delete it first.',
          );
        await tx.delete(reportTemplates).where(eq(id, input.id));
        await noteAction(tx, ctx, 'report_template_deleted', {});
      });
      return { ok: true };
    }),
};
