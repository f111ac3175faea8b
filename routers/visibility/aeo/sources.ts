import { z } from 'zod';
import { KEY } from '../../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../../server/lists/page.ts';
import { ranking } from '../../../server/lists/ranking.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce } from '../../values/shapes.ts';
import { readBusinessRecord } from '../business-record.ts';
import { sourceFigures } from '../figures/evidence.ts';
import { KEPT_SOURCES } from './answer.ts';
import { latestEvidence } from './latest-evidence.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const AeoSource = z
  .object({
    domain: z.string().meta({ description: 'Registrable domain of the cited pages.', example: 'yelp.com' }),
    citations: z.number().int().meta({ description: 'Number of citations.', example: 41 }),
    share: z.number().meta({ description: 'Share of all citations, in percent.', example: 12.4 }),
    own: z.boolean().describe('Whether it is the domain of the organization’s website.'),
    competitor: z.boolean().describe('Whether it is the domain of a competitor.'),
  })
  .meta({ id: 'AeoSource', description: 'A domain that AI assistants cite.' });

const Filter = Paging(100, 500);

type Source = ReturnType<typeof sourceFigures>[number];

const pageOf = ranking<Source>('aeo-sources', [KEY.integer, KEY.text], ({ citations, domain }) => [-citations, domain]);

export const aeoSourceProcedures = {
  sources: tenantProcedure
    .meta(
      get('/visibility/aeo/sources', 'List the sources that AI assistants cite', {
        tool: {
          name: 'list_ai_sources',
          hint: 'For questions about where AI assistants take their answers from; `share` is in percent.',
        },
        versioned: true,
        description: `The ${KEPT_SOURCES.toLocaleString('en')} most cited domains in the answers of the latest scan that has answers.`,
        returns: 'The cited domains, most cited first.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(z.array(AeoSource).describe('The cited domains.'))))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      // The organization's website is among the facts: changing it raises the scores version too.
      const answer = await deps.cache(['aeo-sources', tenant.clientId, tenant.scoresVersion], async () => {
        const [evidence, { website }] = await Promise.all([latestEvidence(db, tenant), readBusinessRecord(db, tenant)]);
        return { ok: true as const, data: evidence ? sourceFigures(evidence, website) : [] };
      });
      const { rows, next, isWhole } = pageOf(answer.data, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: rows };
    }),
};
