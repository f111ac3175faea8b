import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { brandings } from '../../db/schema/index.ts';
import { MOST_PIXELS } from '../../server/branding/image.ts';
import { pictureOf } from '../../server/branding/logo.ts';
import { BRAND_NAME_FORM } from '../../server/branding/name.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { Branding, readBranding } from '../auth/public.ts';
import { ById, Data } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient } from './client-record.ts';
import { operatorRoutes } from './shapes.ts';

const { get, put } = operatorRoutes;

const NOT_A_NAME = 'must have 1 to 60 characters, none of them < > " @ or a backslash';
const LOGO_KIB = 100;
/** Base64 has four characters for three bytes. */
const LOGO_CHARACTERS = Math.ceil((LOGO_KIB * 1024) / 3) * 4;
const NOT_A_LOGO = `must be a PNG, JPEG or WebP image of at most ${LOGO_KIB} KiB and ${MOST_PIXELS} pixels a side`;

/** A drawing (SVG) is refused: it is a document, in which scripts and requests could hide. */
const LogoFile = z
  .base64({ error: NOT_A_LOGO, abort: true })
  .max(LOGO_CHARACTERS, { error: NOT_A_LOGO, abort: true })
  .refine((data) => pictureOf(Buffer.from(data, 'base64')) !== undefined, NOT_A_LOGO);

export const BrandingEdit = z
  .object({
    name: z
      .string()
      .trim()
      // Not as a pattern of the document: not every reader of it knows such classes of characters.
      .refine((name) => BRAND_NAME_FORM.test(name), NOT_A_NAME)
      .nullable()
      .meta({ description: 'The name of the portal.', maxLength: 60, example: 'Bright Smiles' }),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour of six hexadecimal digits after a number sign')
      .toLowerCase()
      .nullable()
      .meta({ description: 'The colour, from which legible shades are made.', example: '#1f4b99' }),
    logo: LogoFile.nullable().meta({
      description: `A PNG, JPEG or WebP file of at most ${LOGO_KIB} KiB, in base64.`,
      example: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    }),
  })
  .partial();

/** Changes the given fields of each client, and deletes rows of which all are null. A logo is sent once for all. */
export async function storeBranding(tx: AccountDb, ids: string[], edit: z.output<typeof BrandingEdit>) {
  const { orgId, name, color, logo } = brandings;
  const isTheirs = inArray(orgId, ids);
  await tx
    .insert(brandings)
    .values(ids.map((id) => ({ orgId: id })))
    .onConflictDoNothing();
  await tx.update(brandings).set(edit).where(isTheirs);
  await tx.delete(brandings).where(and(isTheirs, sql`num_nonnulls(${name}, ${color}, ${logo}) = 0`));
}

export const clientBrandingProcedures = {
  branding: operatorProcedure
    .meta(
      get('/operator/clients/{id}/branding', 'Get the branding of a client', {
        description: 'Name, colour and logo that the people of the client see in pages, mails and reports.',
        returns: 'The branding; null where the portal’s own is shown.',
      }),
    )
    .input(ById)
    .output(Data(Branding))
    .query(async ({ ctx: { db }, input: { id } }) => {
      await findClient(db, id);
      return { ok: true, data: await readBranding(db, id) };
    }),

  updateBranding: operatorProcedure
    .meta(
      put('/operator/clients/{id}/branding', 'Update the branding of a client', {
        description:
          'Changes the fields that are sent. `null` shows the portal’s own again; omitted fields keep their value. Pages show it from the next sign-in or reload on, mails and reports at once.',
        returns: 'The branding after the change.',
      }),
    )
    .input(ById.extend(BrandingEdit.shape))
    .output(Data(Branding))
    .mutation(async ({ ctx, input: { id, ...edit } }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockClient(tx, id);
        if (Object.keys(edit).length > 0) {
          await storeBranding(tx, [id], edit);
          await noteAction(tx, ctx, 'client_branding_updated', { orgId: id });
        }
        return readBranding(tx, id);
      });
      return { ok: true, data };
    }),
};
