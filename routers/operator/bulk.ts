import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { MEASUREMENT_SETTINGS, measurementSchedules } from '../measurement/public.ts';
import { Data } from '../values/shapes.ts';
import { holdRole, noteActionOnEach } from './actions.ts';
import { BrandingEdit, storeBranding } from './branding.ts';
import { lockClients } from './client-record.ts';
import { ClientTag, EACH_CLIENT_ONCE, givenClientIds, MOST_TAGS, operatorRoutes } from './shapes.ts';

const MOST_CLIENTS = 500;
const CHANGES = ['tag', 'untag', 'schedule', 'brand'] as const;

const BulkEdit = z
  .object({
    ids: givenClientIds(MOST_CLIENTS)
      .min(1)
      .refine(...EACH_CLIENT_ONCE)
      .meta({ description: 'Ids of the clients.', example: ['01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57'] }),
    tag: ClientTag.meta({ description: 'A tag to add.', maxLength: 40, example: 'north' }).optional(),
    untag: ClientTag.meta({ description: 'A tag to remove.', maxLength: 40, example: 'north' }).optional(),
    schedule: MEASUREMENT_SETTINGS.schedule.optional(),
    brand: BrandingEdit.refine((edit) => Object.keys(edit).length > 0, 'must change something')
      .optional()
      .describe('The fields of the branding to change; `null` shows the portal’s own.'),
  })
  .refine((edit) => CHANGES.filter((change) => edit[change] !== undefined).length === 1, {
    error: `send exactly one of ${CHANGES.slice(0, -1).join(', ')} and ${CHANGES.at(-1)}`,
  });

/** Adds a tag to the clients that lack it. @throws INVALID_TRANSITION where one has ten others */
async function addTag(tx: AccountDb, clients: { id: string; name: string; tags: string[] }[], tag: string) {
  const lacking = clients.filter(({ tags }) => !tags.includes(tag));
  const full = lacking.find(({ tags }) => tags.length >= MOST_TAGS);
  if (full)
    throw new PortalError(
      'INVALID_TRANSITION',
      `${full.name} has ${MOST_TAGS} tags already. Please remove one of them first.`,
    );
  if (lacking.length === 0) return;
  const { id, tags } = organizations;
  const theirs = lacking.map((client) => client.id);
  await tx
    .update(organizations)
    .set({ tags: sql`array_append(${tags}, ${tag})` })
    .where(inArray(id, theirs));
}

export const bulkProcedures = {
  bulk: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/bulk', 'Change several clients', {
        description: `Adds or removes a tag, or sets the schedule of measurements or the branding, of up to ${MOST_CLIENTS} clients: of all or of none. Exactly one of the changes is sent.`,
        returns: 'The number of clients.',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
        creates: false,
        example: { body: { ids: ['01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57'], tag: 'north' } },
      }),
    )
    .input(BulkEdit)
    .output(Data(z.object({ clients: z.number().int().meta({ description: 'Number of clients.', example: 12 }) })))
    .mutation(async ({ ctx, input: { ids, tag, untag, schedule, brand } }) => {
      const clients = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const locked = await lockClients(tx, ids);
        if (tag !== undefined) await addTag(tx, locked, tag);
        if (untag !== undefined)
          await tx
            .update(organizations)
            .set({ tags: sql`array_remove(${organizations.tags}, ${untag})` })
            .where(inArray(organizations.id, ids));
        if (brand) await storeBranding(tx, ids, brand);
        await noteActionOnEach(tx, ctx, brand ? 'client_branding_updated' : 'client_updated', ids);
        return locked;
      });
      if (schedule) await ctx.deps.use(measurementSchedules).setAll(ctx.reach, clients, schedule);
      return { ok: true, data: { clients: clients.length } };
    }),
};
