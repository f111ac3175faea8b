import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { scoreRuns } from '../../db/schema/index.ts';
import { scoresChanged } from '../../server/cache/versions.ts';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { ingestProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Success, Uuid } from '../shapes.ts';
import { Scan } from '../visibility/public.ts';

const { post } = rest('Ingest', { bodyBytes: BODY_BYTES.ingest });

export const scanProcedures = {
  scans: ingestProcedure
    .meta(
      post('/ingest/scans', 'Ingest a scan', {
        description:
          'Stores a complete scan: 201 for a new `externalId`, 200 when it replaces an earlier scan. Needs an API key of scope `ingest`; unknown fields are ignored.',
        returns: 'The id of the stored scan.',
        status: 201,
        orStatus: 200,
      }),
    )
    .input(Scan)
    .output(z.object({ ok: Success, runId: Uuid.describe('Id of the stored scan.') }))
    .mutation(
      async ({
        ctx: { db, tenant, reply },
        input: { externalId, completedAt, overall, tiers, components, ...parts },
      }) => {
        const scan = { completedAt: new Date(completedAt), ...overall, tiers, components, parts };

        // The scores version goes up in the same transaction, so that both become visible together.
        const stored = await db.transaction(async (tx) => {
          const [run] = await tx
            .insert(scoreRuns)
            .values({ clientId: tenant.clientId, externalId, ...scan })
            .onConflictDoUpdate({ target: [scoreRuns.clientId, scoreRuns.externalId], set: scan })
            .returning({ id: scoreRuns.id, isNew: sql<boolean>`xmax = 0` });
          await scoresChanged(tx, tenant);
          return run;
        });
        if (!stored) throw new Error('The scan was not stored.');

        if (!stored.isNew) reply.code(200);
        return { ok: true, runId: stored.id };
      },
    ),
};
