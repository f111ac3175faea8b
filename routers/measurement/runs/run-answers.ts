import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { measurementAnswers } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { yieldWhenDue } from '../../../flow/yield.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { stableId } from '../../records/stable-id.ts';
import { ById, Data, paging } from '../../values/shapes.ts';
import { AeoAnswer } from '../../visibility/public.ts';
import { knownForReading } from '../reading/known.ts';
import { markAnswer } from '../reading/marks.ts';
import { findRun } from './read-runs.ts';

const { get } = rest('Measurement');

const order = keyset('measurement-answers', 'asc', [measurementAnswers.number, KEY.integer]);

const offset = (description: string, example: number) => z.number().int().meta({ description, example });

const RunAnswer = AeoAnswer.extend({
  text: z.string().meta({
    description: 'The answer as it was read, up to 20,000 characters.',
    example: 'Harbor Street Dental is often recommended for anxious patients.',
  }),
  marks: z
    .array(
      z.object({
        from: offset('Where they begin in the text.', 0),
        to: offset('Where they end in the text.', 20),
        kind: z.enum(['own', 'competitor', 'praise', 'blame']).describe('What they counted as.'),
      }),
    )
    .describe('The words that count, with the names of the latest count, in their order.'),
}).meta({ id: 'RunAnswer', description: 'An answer of a run, with the words that counted.' });

export const runAnswers = tenantProcedure
  .meta(
    get('/visibility/measurement/runs/{id}/answers', 'List the answers of a run', {
      description: 'Those that came so far, whatever became of the run.',
      returns: 'The answers, in the order of their turn.',
      weight: 'heavy',
      ...PAGED,
    }),
  )
  .input(
    ById.extend({
      ...paging(50, 200),
      engine: z
        .string()
        .max(40)
        .meta({ description: 'Only answers of this AI assistant.', example: 'openai' })
        .optional(),
      mentioned: z.boolean().describe('Only answers that do, or do not, mention the organization.').optional(),
      prompt: z
        .string()
        .max(300)
        .meta({
          description: 'Only answers to this question, as it was asked.',
          example: 'best dentist in Portland Maine',
        })
        .optional(),
    }),
  )
  .output(Data(z.array(RunAnswer).describe('The answers, in the order of their turn.')))
  .query(async ({ ctx, input }) => {
    const { db, tenant } = ctx;
    const { runId, status, engine, mentioned, prompt } = measurementAnswers;
    await findRun(db, tenant, input.id);
    const wanted = and(
      eq(runId, input.id),
      eq(status, 'answered'),
      input.engine === undefined ? undefined : eq(engine, input.engine),
      input.mentioned === undefined ? undefined : eq(mentioned, input.mentioned),
      input.prompt === undefined ? undefined : eq(prompt, input.prompt),
    );
    const rows = await db
      .select()
      .from(measurementAnswers)
      .where(ownedBy(tenant, measurementAnswers, wanted, order.after(input.after)))
      .orderBy(...order.orderBy)
      .limit(input.limit + 1);
    const known = await knownForReading(db, tenant, input.id);
    const marked: (z.input<typeof RunAnswer> & { number: number })[] = [];
    for (const row of rows) {
      marked.push({
        ...row,
        ...markAnswer({ text: row.answer ?? '' }, known),
        id: stableId(tenant.clientId, 'measured-answer', `${row.runId}:${row.number}`),
        askedAt: row.askedAt ?? new Date(0),
        mentioned: row.mentioned === true,
        citations: row.citations.map(({ url, title = null }) => ({ url, title })),
      });
      await yieldWhenDue();
    }
    return { ok: true, data: endPage(ctx, input, marked, (row) => order.cursorOf([row.number])) };
  });
