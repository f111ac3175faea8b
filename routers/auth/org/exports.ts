import { z } from 'zod';
import { record } from '../../../server/identity/security-trail.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { PAGED } from '../../../server/lists/page.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ClientExport, readExports, requireActive, shownExport, startExport } from '../../exports/public.ts';
import { Data, Nothing, Paging } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { organizationRoutes } from '../routes.ts';

const { get, post } = organizationRoutes;

export const organizationExportProcedures = {
  export: signedInProcedure
    .meta(
      post('/auth/org/export', 'Export the organization', {
        description:
          'Starts an archive of all data of the organization: each table as NDJSON, pages also as files, and `manifest.json`. While one is in progress, that one is returned. The person who requested it is notified by email when it is ready. At most ten a day. Administrators only.',
        returns: 'The export.',
        status: 202,
        errors: ['CLIENT_SUSPENDED'],
      }),
    )
    .input(Nothing)
    .use(adminOnly)
    .output(Data(ClientExport))
    .mutation(async ({ ctx }) => {
      const { db, deps, consumeFor, tenant, user, request } = ctx;
      const { clientId } = tenant;
      requireActive(tenant);
      assertWithinLimit(await consumeFor('clientExports', clientId));
      const row = await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        const wanted = { clientId, requestedBy: user.id, page: '/settings/organization' };
        const { row, isNew } = await startExport(tx, deps, wanted);
        if (isNew) await record(tx, request, { type: 'organization_exported', userId: user.id, orgId: clientId });
        return row;
      });
      return { ok: true, data: shownExport(row) };
    }),

  exports: signedInProcedure
    .meta(
      get('/auth/org/exports', 'List exports of the organization', {
        description: 'The archives of the last day and any in progress. Administrators only.',
        returns: 'The exports, newest first.',
        support: 'never',
        ...PAGED,
        errors: [...PAGED.errors, 'CLIENT_SUSPENDED'],
      }),
    )
    .input(Paging(50, 200))
    .use(adminOnly)
    .output(Data(z.array(ClientExport).describe('The exports, newest first.')))
    .query(async ({ ctx, input }) => {
      const { tenant } = ctx;
      requireActive(tenant);
      const client = { id: tenant.clientId, name: tenant.name };
      return { ok: true, data: await readExports(ctx, client, input, 'members') };
    }),
};
