import { and, desc, eq, getTableColumns, gt, lte, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../../db/handles.ts';
import { aeoAnswers, aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { stableId } from '../../records/stable-id.ts';
import { containing } from '../../values/containing.ts';
import { Label } from '../../values/fields.ts';
import { Data, paging, Timestamp, Uuid } from '../../values/shapes.ts';
import { ANSWERS } from './answer.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const Citation = z.object({
  url: z.string().meta({
    description: 'URL of the source.',
    example: 'https://www.yelp.com/biz/harbor-street-dental',
  }),
  title: z.string().nullable().meta({
    description: 'Title of the source; null if unknown.',
    example: 'Harbor Street Dental – Portland, ME',
  }),
});

export const AeoAnswer = z
  .object({
    id: Uuid.describe('Id of the answer.'),
    engine: z.string().meta({ description: 'AI assistant.', example: 'chatgpt' }),
    model: z
      .string()
      .nullable()
      .meta({ description: 'Model behind the assistant; null if unknown.', example: 'gpt-5.2' }),
    prompt: z.string().meta({ description: 'The question asked.', example: 'best dentist in Portland Maine' }),
    askedAt: Timestamp.describe('Time of the answer.'),
    mentioned: z.boolean().describe('Whether it mentions the organization.'),
    position: z.number().int().nullable().meta({
      description: 'Position among the businesses named, from 1; null if unknown.',
      example: 2,
    }),
    sentiment: z.number().nullable().meta({
      description: 'Sentiment towards the organization, −1 to 1; null if unknown.',
      example: 0.6,
    }),
    citations: z.array(Citation).describe('Sources cited.'),
    competitors: z.array(z.string()).meta({
      description: 'Domains of the competitors named.',
      example: ['cascobaydental.example'],
    }),
    excerpt: z.string().nullable().meta({
      description: 'Excerpt of the answer; null if unknown.',
      example: 'Harbor Street Dental is often recommended for anxious patients.',
    }),
    facts: z
      .array(
        z.object({
          kind: z.enum(['phone', 'website', 'address']).describe('What it is.'),
          stated: z.string().meta({ description: 'What the answer states.', example: '+12075550199' }),
          right: z.boolean().describe('Whether the profile of the organization says the same.'),
          directory: z.string().nullable().meta({
            description: 'The directory that lists the same wrong value; null if none does.',
            example: 'Yelp',
          }),
        }),
      )
      .describe('What it states of the organization; in scans of the portal itself.'),
  })
  .meta({ id: 'AeoAnswer', description: 'An answer of an AI assistant.' });

const Filter = z.object({
  ...paging(50, 200),
  engine: Label.meta({ description: 'Only answers of this AI assistant.', example: 'chatgpt' }).optional(),
  mentioned: z.boolean().describe('Only answers that do, or do not, mention the organization.').optional(),
  search: z.string().trim().max(200).default('').meta({
    description: 'Only answers with this text in question or excerpt, in upper or lower case.',
    example: 'implant',
  }),
});

const { runId, number, engine, mentioned, prompt, excerpt } = aeoAnswers;
const order = keyset('aeo-answers', 'asc', [runId, KEY.id], [number, KEY.integer]);

/** Answers of one statement: to search the texts of all 2,000 takes up to half a second. */
const ANSWERS_AT_ONCE = 100;

type Position = readonly [run: string, number: number];

/** A position before the latest answers; undefined without any. */
async function latestAnswers(db: TenantDb, tenant: Tenant): Promise<Position | undefined> {
  const [latest] = await db
    .select({ run: aeoEvidence.runId })
    .from(aeoEvidence)
    .where(ownedBy(tenant, aeoEvidence))
    .orderBy(desc(aeoEvidence.completedAt), desc(aeoEvidence.runId))
    .limit(1);
  return latest && [latest.run, 0];
}

/** The wanted answers of a scan after a position, in its order. */
async function readAnswers(db: TenantDb, tenant: Tenant, [run, after]: Position, limit: number, wanted?: SQL) {
  const found: (typeof aeoAnswers.$inferSelect)[] = [];
  for (let from = after; from < ANSWERS.perScan && found.length < limit; from += ANSWERS_AT_ONCE) {
    const part = and(eq(runId, run), gt(number, from), lte(number, from + ANSWERS_AT_ONCE));
    const rows = await db
      .select(getTableColumns(aeoAnswers))
      .from(aeoAnswers)
      .where(ownedBy(tenant, aeoAnswers, part, wanted))
      .orderBy(...order.orderBy)
      .limit(limit - found.length);
    found.push(...rows);
  }
  return found;
}

export const aeoAnswerProcedures = {
  answers: tenantProcedure
    .meta(
      get('/visibility/aeo/answers', 'List the answers of AI assistants', {
        tool: {
          name: 'list_ai_answers',
          hint: 'The evidence behind AI search: what was asked, what an assistant answered, and whom it named.',
          untrusted: ['data.excerpt', 'data.citations.title', 'data.facts.stated'],
        },
        versioned: true,
        description:
          'From the latest scan that has answers. All pages come from the scan of the first one, even if another scan is stored in the meantime.',
        returns: 'The answers, latest first.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(AeoAnswer).describe('The answers, latest first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { limit, after, search, ...wanted } = input;
      const asked = order.keyOf(after) as Position | undefined;
      const position = asked ?? (await latestAnswers(db, tenant));
      const condition = and(
        wanted.engine === undefined ? undefined : eq(engine, wanted.engine),
        wanted.mentioned === undefined ? undefined : eq(mentioned, wanted.mentioned),
        search === '' ? undefined : or(containing(prompt, search), containing(excerpt, search)),
      );
      const rows = position ? await readAnswers(db, tenant, position, limit + 1, condition) : [];
      const answers = rows.map((row) => ({
        ...row,
        id: stableId(tenant.clientId, 'answer', `${row.runId}:${row.number}`),
        citations: row.citations.map(({ url, title = null }) => ({ url, title })),
      }));
      const data = endPage(ctx, input, answers, (answer) => order.cursorOf([answer.runId, answer.number]));
      return { ok: true, data };
    }),
};
