import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { clientFacts, memberships, organizations, portfolioClients } from '../../../db/schema/index.ts';
import { PAGED } from '../../../server/lists/page.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, paging } from '../../values/shapes.ts';
import { isClient, listClients } from '../client-list.ts';
import { ListedClient } from '../listed-client.ts';
import { operatorRoutes } from '../shapes.ts';
import { ClientChanges, changesOf, portfolioWatch } from './changes.ts';
import { findPortfolio } from './read.ts';

const Count = z.number().int().min(0);

const PortfolioOverview = z
  .object({
    totals: z
      .object({
        clients: Count.describe('Number of clients, without prospects.'),
        members: Count.describe('Their members; a person counts once for each client.'),
        openActionItems: Count.describe('Open action items.'),
        totalMRR: z.number().meta({
          description: 'Monthly total in major units of the currency; 0 where clients are billed in several.',
          example: 564,
        }),
        currency: z.string().nullable().meta({
          description: 'Lower-case ISO 4217 code; null where nothing is billed, or in several currencies.',
          example: 'usd',
        }),
        questionsThisMonth: Count.describe('Questions of this month, in UTC.'),
        tokensThisMonth: Count.describe('Tokens of this month, in UTC.'),
        failing: Count.describe('Clients with a connection that brings nothing.'),
      })
      .describe('Sums over all of its clients.'),
    changes: ClientChanges,
    clients: z.array(ListedClient).describe('Its clients as the list of clients has them, the best score first.'),
  })
  .meta({ id: 'PortfolioOverview', description: 'The clients of a portfolio side by side.' });

type Sums = Record<'members' | 'openActionItems' | 'totalMRR' | 'questionsThisMonth' | 'tokensThisMonth', number> & {
  currency: string | null;
};

async function sumsOf(db: AccountDb, portfolioId: string): Promise<Sums | undefined> {
  const thisMonth = sql`${clientFacts.month} = date_trunc('month', now() at time zone 'UTC')::date`;
  const [sums] = await db.execute<Sums & { currencies: number }>(sql`
    select (select count(*)::int from ${memberships} join ${portfolioClients} on ${portfolioClients.orgId} = ${memberships.orgId}
        where ${portfolioClients.portfolioId} = ${portfolioId}) as members,
      coalesce(sum(${clientFacts.openActionItems}), 0)::int as "openActionItems",
      count(distinct ${clientFacts.currency})::int as currencies, min(${clientFacts.currency}) as currency,
      round(coalesce(sum(${clientFacts.totalMrr}), 0)::numeric, 2)::float8 as "totalMRR",
      coalesce(sum(${clientFacts.questionsInMonth}) filter (where ${thisMonth}), 0)::int as "questionsThisMonth",
      coalesce(sum(${clientFacts.tokensInMonth}) filter (where ${thisMonth}), 0)::float8 as "tokensThisMonth"
    from ${portfolioClients} join ${clientFacts} on ${clientFacts.orgId} = ${portfolioClients.orgId}
      join ${organizations} on ${organizations.id} = ${portfolioClients.orgId}
    where ${portfolioClients.portfolioId} = ${portfolioId} and (${isClient})`);
  if (!sums) return undefined;
  const { currencies, ...shown } = sums;
  return currencies > 1 ? { ...shown, totalMRR: 0, currency: null } : shown;
}

export const portfolioOverview = {
  overview: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/portfolios/{id}/overview', 'Get the overview of a portfolio', {
        description:
          'Its clients by their scores, with sums over all of them and what has changed since yesterday: for those who look after many clients, and for a head office with many locations. Operators with portfolios see those that they have.',
        returns: 'Sums and clients; `limit` and `after` page the clients.',
        weight: 'heavy',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(200, 500)))
    .output(Data(PortfolioOverview))
    .query(async ({ ctx, input }) => {
      const { db, deps, reach } = ctx;
      const { id, ...page } = input;
      await findPortfolio(db, id);
      const isIn = eq(portfolioClients.portfolioId, id);
      const theirs = await db
        .select({ orgId: portfolioClients.orgId })
        .from(portfolioClients)
        .innerJoin(organizations, eq(organizations.id, portfolioClients.orgId))
        .where(and(isIn, isClient));
      const ids = theirs.map(({ orgId }) => orgId);
      const [sums, watched, clients] = await Promise.all([
        sumsOf(db, id),
        deps.use(portfolioWatch)(reach, ids),
        listClients(ctx, { ...page, sort: '-score' }, inArray(clientFacts.orgId, ids), input),
      ]);
      if (!sums) throw new Error('The sums of a portfolio have no row.');
      const totals = { clients: ids.length, ...sums, failing: watched.failing };
      return { ok: true, data: { totals, changes: await changesOf(db, ids, watched), clients } };
    }),
};
