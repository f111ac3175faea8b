import { z } from 'zod';
import { KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce } from '../values/shapes.ts';
import { competitorSuggestions } from './figures/suggestions.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const Suggestion = z
  .object({
    name: z.string().meta({ description: 'Name of the business.', example: 'Casco Bay Dental Group' }),
    domain: z.string().meta({ description: 'Domain of its website.', example: 'cascobaydental.example' }),
    source: z.string().meta({ description: 'Where the business was found.', example: 'local_search' }),
    relevanceScore: z.number().meta({ description: 'Relevance as a competitor, 0–100.', example: 87.5 }),
    specialtyOverlap: z.number().meta({ description: 'Share of services in common, 0–1.', example: 0.72 }),
    selectionReason: z.string().meta({
      description: 'Why the business is suggested.',
      example: 'Same town, same services, and named in the same AI answers.',
    }),
    excludedReason: z.string().nullable().meta({
      description: 'Why the business is unsuitable; null if it is suitable.',
      example: 'National chain',
    }),
    isCurrentCompetitor: z.boolean().describe('Whether the benchmark already includes the business.'),
  })
  .meta({ id: 'CompetitorSuggestion', description: 'A business to compare with.' });

const Suggestions = z
  .object({
    clientId: z
      .uuid()
      .meta({ description: 'Id of the organization.', example: '3e8f0a52-41bb-4c63-a6ba-0d6d7f6b9c10' }),
    clientName: z.string().meta({ description: 'Name of the organization.', example: 'Harbor Street Dental' }),
    currentCompetitors: z
      .array(z.string().meta({ description: 'A domain.', example: 'cascobaydental.example' }))
      .describe('Domains of the competitors in the benchmark.'),
    suggestions: z.array(Suggestion).describe('Suggestions by relevance, excluded ones last.'),
  })
  .meta({ id: 'CompetitorSuggestions', description: 'Current competitors and suggested ones.' });

const Filter = Paging(200, 200);

interface Relevance {
  excludedReason: string | null;
  relevanceScore: number;
}
const pageOf = ranking('competitor-suggestions', [KEY.flag, KEY.number], (one: Relevance) => [
  one.excludedReason !== null,
  -one.relevanceScore,
]);

export const competitorSuggestionProcedures = {
  competitorSuggestions: tenantProcedure
    .meta(
      get('/visibility/competitor-suggestions', 'List competitor suggestions', {
        versioned: true,
        description: 'Suggestions of the latest scan, the most relevant first, excluded ones last.',
        returns: 'The current competitors and the suggestions.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(Suggestions)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const answer = await deps.cache(['competitor-suggestions', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['competitors', 'competitorSuggestions']);
        const { clientId, name: clientName } = tenant;
        return { ok: true as const, data: { clientId, clientName, ...competitorSuggestions(scan) } };
      });
      const { rows: suggestions, next, isWhole } = pageOf(answer.data.suggestions, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: { ...answer.data, suggestions } };
    }),
};
