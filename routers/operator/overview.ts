import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reach } from '../../db/handles.ts';
import { clientFacts, memberships, organizations, users } from '../../db/schema/index.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { Data } from '../values/shapes.ts';
import { operatorRoutes } from './shapes.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const Count = z.number().int();

const Overview = z
  .object({
    clients: z
      .object({
        active: Count.describe('Active clients, without prospects.'),
        suspended: Count.describe('Suspended clients.'),
      })
      .describe('The number of clients.'),
    users: Count.describe('People with an account.'),
    scansToday: Count.describe('Scans that arrived today, in UTC.'),
    questionsToday: Count.describe('Questions that arrived today, in UTC.'),
    tokensThisMonth: Count.describe('Tokens used this month, in UTC.'),
    mailsDeferred: Count.nullable().describe(
      'Mails that wait for another attempt; null for an operator with portfolios.',
    ),
    jobsFailed: Count.nullable().describe(
      'Jobs of the last day that failed for good; null for an operator with portfolios.',
    ),
    version: z.string().meta({ description: 'Version of the portal.', example: '0.1.0' }),
  })
  .meta({ id: 'PortalOverview', description: 'The state of the portal at a glance.' });

const today = sql`(now() at time zone 'UTC')::date`;
const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`;

const ofPortal = sql`(select count(*)::int from ${users}) as users,
  (select count(*)::int from pgboss.job where name = 'mail' and state = 'retry') as deferred,
  (select count(*)::int from pgboss.job where state = 'failed') as failed`;

/** Their role sees the people and clients of their portfolios, and mails and jobs of nobody. */
const ofPortfolios = sql`(select count(distinct ${memberships.userId})::int from ${memberships}) as users,
  null::int as deferred, null::int as failed`;

const countsOf = (reach: Reach) => sql`select
  (select count(*)::int from ${organizations} where ${organizations.status} = 'active'
    and ${organizations.prospectUntil} is null) as active,
  (select count(*)::int from ${organizations} where ${organizations.status} = 'suspended') as suspended,
  ${reach === 'all' ? ofPortal : ofPortfolios},
  day.scans, day.questions, month.tokens
  from (select coalesce(sum(${clientFacts.scansInDay}), 0)::int as scans, coalesce(sum(${clientFacts.questionsInDay}), 0)::int as questions
        from ${clientFacts} where ${clientFacts.day} = ${today}) as day,
    (select coalesce(sum(${clientFacts.tokensInMonth}), 0)::float8 as tokens
     from ${clientFacts} where ${clientFacts.month} = ${thisMonth}) as month`;

type Counts = Record<'active' | 'suspended' | 'users' | 'scans' | 'questions' | 'tokens', number> &
  Record<'deferred' | 'failed', number | null>;

export const operatorOverview = {
  overview: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/overview', 'Get the overview', {
        description: 'Clients, people, today’s scans and questions, and what needs attention.',
        returns: 'The overview.',
      }),
    )
    .output(Data(Overview))
    .query(async ({ ctx: { db, reach } }) => {
      const [row] = await db.execute<Counts>(countsOf(reach));
      if (!row) throw new Error('The overview has no row.');
      const { active, suspended } = row;
      return {
        ok: true,
        data: {
          clients: { active, suspended },
          users: row.users,
          scansToday: row.scans,
          questionsToday: row.questions,
          tokensThisMonth: row.tokens,
          mailsDeferred: row.deferred,
          jobsFailed: row.failed,
          version,
        },
      };
    }),
};
