import { and, eq, ne, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { portfolioClients, portfolios } from '../../../db/schema/index.ts';
import { notFound, PortalError } from '../../../server/errors.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Ok, Paging } from '../../values/shapes.ts';
import { holdRole, noteAction } from '../actions.ts';
import { lockClients } from '../client-record.ts';
import { operatorRoutes } from '../shapes.ts';
import { endLostAccess, lockOperatorsOf } from './lost-access.ts';
import { clientsOf, portfolioOrder, readPortfolio, readPortfolios } from './read.ts';
import { MOST, NamedPortfolio, PORTFOLIO_FIELDS, Portfolio } from './shapes.ts';

const { get, post, put, del } = operatorRoutes;

const NewPortfolio = z.object({ ...PORTFOLIO_FIELDS, clientIds: PORTFOLIO_FIELDS.clientIds.default([]) });

/** Finds a portfolio and locks it. @throws NOT_FOUND */
async function lockPortfolio(tx: AccountDb, id: string) {
  const [portfolio] = await tx.select().from(portfolios).where(eq(portfolios.id, id)).for('update');
  if (!portfolio) throw notFound();
  return portfolio;
}

/** @throws INVALID_TRANSITION where another one has the name */
async function requireFreeName(tx: AccountDb, name: string, id?: string) {
  const another = and(eq(portfolios.name, name), id ? ne(portfolios.id, id) : undefined);
  if ((await tx.$count(portfolios, another)) > 0)
    throw new PortalError('INVALID_TRANSITION', `There is a portfolio named ${name} already.`);
}

/** Makes these the clients of a portfolio. @throws NOT_FOUND where one of them does not exist */
async function setClients(tx: AccountDb, portfolioId: string, ids: string[]) {
  const theirs = eq(portfolioClients.portfolioId, portfolioId);
  if (ids.length > 0) await lockClients(tx, ids);
  await tx
    .delete(portfolioClients)
    .where(and(theirs, ids.length ? notInArray(portfolioClients.orgId, ids) : undefined));
  if (ids.length > 0)
    await tx
      .insert(portfolioClients)
      .values(ids.map((orgId) => ({ portfolioId, orgId })))
      .onConflictDoNothing();
}

export const portfolioProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/portfolios', 'List portfolios', {
        description: 'Groups of clients, to which operators can be limited. Not for operators with portfolios.',
        returns: 'The portfolios, by name.',
        weight: 'heavy',
        ofPortal: true,
        ...PAGED,
      }),
    )
    .input(Paging(20, 50))
    .output(Data(z.array(Portfolio).describe('The portfolios, by name.')))
    .query(async ({ ctx, input }) => {
      const rows = await readPortfolios(ctx.db, portfolioOrder.after(input.after), input.limit + 1);
      return { ok: true, data: endPage(ctx, input, rows, ({ name, id }) => portfolioOrder.cursorOf([name, id])) };
    }),

  get: operatorProcedure
    .meta(
      get('/operator/portfolios/{id}', 'Get a portfolio', {
        returns: 'The portfolio.',
        weight: 'heavy',
        ofPortal: true,
      }),
    )
    .input(ById)
    .output(Data(NamedPortfolio))
    .query(async ({ ctx: { db }, input: { id } }) => {
      const portfolio = await readPortfolio(db, id);
      return { ok: true, data: { ...portfolio, clients: await clientsOf(db, id) } };
    }),

  create: operatorProcedure
    .meta(
      post('/operator/portfolios', 'Create a portfolio', {
        description: `Makes a group of clients. \`npm run portal -- operator add EMAIL --portfolio NAME\` limits an operator to it. There are at most ${MOST.portfolios}.`,
        returns: 'The portfolio.',
        status: 201,
        weight: 'heavy',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
        ofPortal: true,
        example: { body: { name: 'Region North', clientIds: [] } },
      }),
    )
    .input(NewPortfolio)
    .output(Data(Portfolio))
    .mutation(async ({ ctx, input: { name, clientIds } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await requireFreeName(tx, name);
        if ((await tx.$count(portfolios)) >= MOST.portfolios)
          throw new PortalError('INVALID_TRANSITION', 'There are too many portfolios. Please delete one first.');
        const [row] = await tx.insert(portfolios).values({ name }).returning({ id: portfolios.id });
        if (!row) throw new Error('A portfolio was not inserted.');
        await setClients(tx, row.id, clientIds);
        await noteAction(tx, ctx, 'portfolio_created', {});
        return readPortfolio(tx, row.id);
      });
      return { ok: true, data };
    }),

  update: operatorProcedure
    .meta(
      put('/operator/portfolios/{id}', 'Update a portfolio', {
        description:
          'Changes the fields that are sent; `clientIds` replaces all. Operators who lose a client lose their support sessions, keys and open invitations there at once.',
        returns: 'The portfolio after the change.',
        weight: 'heavy',
        errors: ['INVALID_TRANSITION'],
        ofPortal: true,
      }),
    )
    .input(ById.extend(z.object(PORTFOLIO_FIELDS).partial().shape))
    .output(Data(Portfolio))
    .mutation(async ({ ctx, input: { id, name, clientIds } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockPortfolio(tx, id);
        await lockOperatorsOf(tx, id);
        if (name !== undefined) await requireFreeName(tx, name, id);
        if (clientIds) await setClients(tx, id, clientIds);
        if (name !== undefined || clientIds) {
          await tx
            .update(portfolios)
            .set({ ...(name !== undefined && { name }), updatedAt: new Date() })
            .where(eq(portfolios.id, id));
          await endLostAccess(tx, ctx.request);
          await noteAction(tx, ctx, 'portfolio_updated', {});
        }
        return readPortfolio(tx, id);
      });
      return { ok: true, data };
    }),

  remove: operatorProcedure
    .meta(
      del('/operator/portfolios/{id}', 'Delete a portfolio', {
        description:
          'Its operators stay limited, to the clients of their other portfolios, or to none. The clients stay as they are.',
        returns: 'It is deleted.',
        ofPortal: true,
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockPortfolio(tx, id);
        await lockOperatorsOf(tx, id);
        await tx.delete(portfolios).where(eq(portfolios.id, id));
        await endLostAccess(tx, ctx.request);
        await noteAction(tx, ctx, 'portfolio_deleted', {});
      });
      return { ok: true };
    }),
};
