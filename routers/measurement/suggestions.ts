import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { measurementPrompts } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data } from '../values/shapes.ts';
import { readBusinessRecord } from '../visibility/public.ts';
import { QueryMode } from './prompt-fields.ts';
import { notAsked, suggestPrompts } from './suggested-prompts.ts';

const { post } = rest('Measurement');

const Suggestion = z
  .object({
    text: z.string().meta({ description: 'The question.', example: 'best dentist in Portland' }),
    tags: z
      .array(z.string().meta({ example: 'best' }))
      .max(5)
      .describe('Tags.'),
    queryMode: QueryMode,
    reason: z.string().meta({
      description: 'Why it is suggested.',
      example: 'People look for dentists in Portland in such words.',
    }),
  })
  .meta({ id: 'SuggestedPrompt', description: 'A question that the organization may ask.' });

export const promptSuggestionProcedures = {
  suggest: tenantProcedure
    .meta(
      post('/visibility/measurement/prompts/suggest', 'List suggested prompts', {
        creates: false,
        description:
          'Questions made of the organization’s name, vertical, place and website, in German where its address or time zone is in Germany, Austria or Switzerland: the same each time, without those that are asked already. Stores nothing.',
        returns: 'The suggestions.',
      }),
    )
    .input(
      z.object({
        count: z.number().int().min(1).max(50).default(25).meta({ description: 'How many at most.', example: 25 }),
      }),
    )
    .output(Data(z.array(Suggestion).max(50).describe('The suggestions, best first.')))
    .mutation(async ({ ctx: { db, tenant }, input }) => {
      const record = await readBusinessRecord(db, tenant);
      const asked = await db
        .select({ key: measurementPrompts.questionKey })
        .from(measurementPrompts)
        .where(ownedBy(tenant, measurementPrompts, eq(measurementPrompts.active, true)));
      const suggested = suggestPrompts({ ...record, name: tenant.name, vertical: tenant.vertical });
      const keys = new Set(asked.map(({ key }) => key));
      return { ok: true, data: notAsked(suggested, keys).slice(0, input.count) };
    }),
};
