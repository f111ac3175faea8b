import { z } from 'zod';
import { STALE } from '../../../server/cache/ages.ts';
import { dataBytesOf, PAGED, setNext } from '../../../server/lists/page.ts';
import { ranking } from '../../../server/lists/ranking.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce, Timestamp } from '../../values/shapes.ts';
import { aeoMetrics } from '../figures/aeo.ts';
import { evidenceGrade } from '../figures/evidence-grade.ts';
import { latestScan } from '../latest-scan.ts';
import { latestEvidence } from './latest-evidence.ts';
import { EvidenceGrade } from './shapes.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const Confidence = z
  .object({
    score: z.number().nullable().meta({ description: 'Confidence score, 0–100.', example: 74.5 }),
    band: z.enum(['low', 'medium', 'high']).nullable().describe('Confidence level.'),
    summary: z
      .string()
      .nullable()
      .meta({ description: 'Explanation in one sentence.', example: '110 answers of four assistants agree well.' }),
    detail: z.string().nullable().meta({
      description: 'Longer explanation.',
      example: 'Each query was put to four assistants on three days and compared with the website and the listings.',
    }),
    factors: z
      .array(
        z.object({
          key: z.string().meta({ description: 'Key of the factor.', example: 'sample_size' }),
          label: z.string().meta({ description: 'Label of the factor.', example: 'Answers read' }),
          value: z.number().meta({ description: 'Value of the factor.', example: 110 }),
          weight: z.number().meta({ description: 'Weight of the factor.', example: 0.4 }),
        }),
      )
      .describe('Factors of the confidence score.'),
  })
  .meta({ id: 'AeoConfidence', description: 'Confidence in the metrics. All null before the first measurement.' });

const score = (of: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${of}, 0–100; null if not measured.`, example });

const AeoMetrics = z
  .object({
    queryMode: z
      .enum(['local_discovery', 'industry_b2b', 'online_first'])
      .nullable()
      .describe('Kind of queries asked, by the type of business; null if not measured.'),
    generated_queries: z
      .array(z.string().meta({ description: 'A query.', example: 'best dentist in Portland Maine' }))
      .describe('Queries put to the assistants.'),
    coverage: z
      .enum(['standard', 'limited'])
      .nullable()
      .describe('Whether the usual number of queries was asked, or fewer; null if not measured.'),
    aeo_confidence: Confidence,
    aeo_visibility_score: score('Overall visibility in AI search', 47.3),
    visibility_score: score('Frequency of mentions', 44.1),
    position_score: score('Position of mentions within answers', 51.8),
    sentiment_score: score('Sentiment of mentions', 72.6),
    accuracy_score: score('Accuracy of statements', 83.9),
    sample_size: z.number().int().meta({ description: 'Number of answers evaluated.', example: 110 }),
    evidence_grade: EvidenceGrade,
    as_of: Timestamp.nullable().describe('Completion of the scan; null if not measured.'),
  })
  .meta({ id: 'AeoMetrics', description: 'Visibility in AI search (answer engine optimization).' });

const Filter = Paging(500, 500);

// In the order of the scan.
const pageOf = ranking('queries', [], () => []);

export const aeoMetricProcedures = {
  get: tenantProcedure
    .meta(
      get('/visibility/aeo', 'Get AI search metrics', {
        tool: {
          name: 'get_ai_search',
          hint: 'How well AI assistants know the organization, and how far the figures can be trusted: `evidence_grade` is the verdict, `criteria` are its reasons.',
        },
        versioned: true,
        description:
          'Metrics of the latest scan. Scores are null if it did not measure AI search. The grade is of the latest scan that has answers. `limit` and `after` apply to `generated_queries`.',
        returns: 'The metrics and their confidence.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(AeoMetrics)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const load = async () => {
        const [scan, evidence] = await Promise.all([latestScan(db, tenant, ['aeo']), latestEvidence(db, tenant)]);
        return { ok: true as const, data: { ...aeoMetrics(scan), evidence_grade: evidenceGrade(evidence) } };
      };
      // The grade counts days.
      const answer = await deps.cache(['aeo', tenant.clientId, tenant.scoresVersion], load, { atMost: STALE.grade });
      const { rows, next, isWhole } = pageOf(answer.data.generated_queries, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: { ...answer.data, generated_queries: rows } };
    }),
};
