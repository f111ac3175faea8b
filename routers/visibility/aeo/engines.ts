import { z } from 'zod';
import { KEY } from '../../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../../server/lists/page.ts';
import { ranking } from '../../../server/lists/ranking.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce } from '../../values/shapes.ts';
import { engineFigures } from '../figures/evidence.ts';
import { latestEvidence } from './latest-evidence.ts';
import { MENTION_RATE } from './shapes.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const Engine = z
  .object({
    engine: z.string().meta({ description: 'AI assistant.', example: 'chatgpt' }),
    ...MENTION_RATE,
    shareOfVoice: z.number().nullable().meta({
      description: 'Own mentions as a share of own and competitors’ mentions, in percent; null without any.',
      example: 27.4,
    }),
  })
  .meta({ id: 'AeoEngine', description: 'The mentions in the answers of one AI assistant.' });

const Filter = Paging(100, 200);

type Figures = ReturnType<typeof engineFigures>[number];

const pageOf = ranking<Figures>(
  'aeo-engines',
  [KEY.number, KEY.number, KEY.text],
  ({ mentionRate, sampleSize, engine }) => [-mentionRate, -sampleSize, engine],
);

export const aeoEngineProcedures = {
  engines: tenantProcedure
    .meta(
      get('/visibility/aeo/engines', 'List mention rates by AI assistant', {
        versioned: true,
        description:
          'From the latest scan that has answers, with the 95% interval of each rate over questions of this kind.',
        returns: 'The AI assistants, highest mention rate first.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(z.array(Engine).describe('The AI assistants.'))))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const answer = await deps.cache(['aeo-engines', tenant.clientId, tenant.scoresVersion], async () => {
        const evidence = await latestEvidence(db, tenant);
        return { ok: true as const, data: engineFigures(evidence?.engines ?? []) };
      });
      const { rows, next, isWhole } = pageOf(answer.data, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: rows };
    }),
};
