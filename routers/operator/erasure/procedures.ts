import { z } from 'zod';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Timestamp } from '../../values/shapes.ts';
import { holdRole } from '../actions.ts';
import { shownClient } from '../client-record.ts';
import { Client, operatorRoutes } from '../shapes.ts';
import { keepClient, startErasure } from './start-erasure.ts';

const Named = ById.extend({
  name: z.string().max(500).meta({
    description: 'The name of the client, as a confirmation.',
    example: 'Harbor Street Dental',
  }),
});

const ErasedClient = Client.extend({ eraseAt: Timestamp.describe('When its rows and files are deleted.') }).meta({
  id: 'ErasedClient',
  description: 'The record of a client that will be erased.',
});

export const clientErasureProcedures = {
  erase: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/erase', 'Start the erasure of a client', {
        description:
          'Closes the data of the client as a suspension does. After 14 days, in which `keep` undoes it, everything that the client has is deleted, with the accounts of people who belong to no other organization. Repeating the call changes nothing.',
        returns: 'The client, and when it is erased.',
        creates: false,
      }),
    )
    .input(Named)
    .output(Data(ErasedClient))
    .mutation(async ({ ctx, input: { id, name } }) => {
      const { client, eraseAt } = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return startErasure(tx, ctx, ctx.deps, { clientId: id, name });
      });
      return { ok: true, data: { ...(await shownClient(ctx.deps, client)), eraseAt } };
    }),

  keep: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/keep', 'Cancel the erasure of a client', {
        description:
          'Ends the grace period: the client is active or suspended again, as before. The 90 days of a prospect begin anew. Any other client stays as it is.',
        returns: 'The client.',
        creates: false,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .output(Data(Client))
    .mutation(async ({ ctx, input: { id } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return keepClient(tx, ctx, id);
      });
      return { ok: true, data: await shownClient(ctx.deps, data) };
    }),
};
