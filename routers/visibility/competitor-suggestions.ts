import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce } from '../shapes.ts';
import { competitorSuggestions } from './figures/suggestions.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility');

const Suggestion = z.object({
  name: z.string(),
  domain: z.string(),
  source: z.string(),
  relevanceScore: z.number(),
  specialtyOverlap: z.number(),
  selectionReason: z.string(),
  excludedReason: z.string().nullable(),
  isCurrentCompetitor: z.boolean(),
});

const Suggestions = z.object({
  clientId: z.uuid(),
  clientName: z.string(),
  currentCompetitors: z.array(z.string()),
  suggestions: z.array(Suggestion),
});

export const competitorSuggestionProcedures = {
  competitorSuggestions: tenantProcedure
    .meta(
      get('/visibility/competitor-suggestions', 'Whom to compare with: the most relevant first, excluded ones last'),
    )
    .output(parsedOnce(Data(Suggestions)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['competitor-suggestions', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['competitors', 'competitorSuggestions']);
        const { clientId, name: clientName } = tenant;
        return { ok: true as const, data: { clientId, clientName, ...competitorSuggestions(scan) } };
      }),
    ),
};
