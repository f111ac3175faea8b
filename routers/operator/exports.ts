import { z } from 'zod';
import { assertWithinLimit } from '../../server/limits/limits.ts';
import { PAGED } from '../../server/lists/page.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { ClientExport, readExports, shownExport, startExport } from '../exports/public.ts';
import { ById, Data, paging } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient } from './client-record.ts';
import { operatorRoutes } from './shapes.ts';

export const clientExportProcedures = {
  export: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/export', 'Export a client', {
        description:
          'Starts an archive of all data of the client: each table as NDJSON, pages also as files, and `manifest.json`. While one is in progress, that one is returned. The person who requested it is notified by email when it is ready. At most ten a day of a client.',
        returns: 'The export.',
        status: 202,
      }),
    )
    .input(ById)
    .output(Data(ClientExport))
    .mutation(async ({ ctx, input }) => {
      const { db, deps, consumeFor, user } = ctx;
      const clientId = (await findClient(db, input.id)).id;
      assertWithinLimit(await consumeFor('clientExports', clientId));
      const row = await db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockClient(tx, clientId);
        const wanted = { clientId, requestedBy: user.id, page: `/operator/clients/${clientId}` };
        const { row, isNew } = await startExport(tx, deps, wanted);
        if (isNew) await noteAction(tx, ctx, 'client_exported', { orgId: clientId });
        return row;
      });
      return { ok: true, data: shownExport(row) };
    }),

  exports: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/clients/{id}/exports', 'List exports of a client', {
        description: 'The archives of the last day and any in progress.',
        returns: 'The exports, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(50, 200)))
    .output(Data(z.array(ClientExport).describe('The exports, newest first.')))
    .query(async ({ ctx, input }) => {
      const client = await findClient(ctx.db, input.id);
      return { ok: true, data: await readExports(ctx, client, input, 'operators') };
    }),
};
