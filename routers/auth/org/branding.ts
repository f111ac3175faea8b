import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { brandOver, findBranding } from '../../../server/branding/brand.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Data } from '../../values/shapes.ts';
import { authRoutes } from '../routes.ts';

// Unlike the rest of the organization it is also for members who lack its second factor: they see a page as well.
const { get } = authRoutes('Organization');

export const Branding = z
  .object({
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the portal; null for the default.', example: 'Bright Smiles' }),
    color: z
      .string()
      .nullable()
      .meta({ description: 'The colour that was chosen; null for the portal’s.', example: '#1f4b99' }),
    colors: z
      .array(z.string().meta({ description: 'A shade.', example: '#1f4b99' }))
      .max(10)
      .nullable()
      .describe('Ten shades of it, the lightest first, darkened or lightened until text in them is legible.'),
    logo: z
      .object({
        type: z.string().meta({ description: 'Media type.', example: 'image/png' }),
        data: z.base64().meta({ description: 'The file, in base64.', example: 'iVBORw0KGgo=' }),
        ratio: z.number().meta({ description: 'Its width for a height of 1, between 1 and 4.', example: 2.5 }),
      })
      .nullable()
      .describe('The logo; null for the portal’s.'),
  })
  .meta({ id: 'Branding', description: 'The brand that the people of an organization see instead of the portal’s.' });

/** The branding of an organization as responses show it. */
export async function readBranding(db: AccountDb, orgId: string) {
  const chosen = await findBranding(db, orgId);
  const { name, colors, logo } = brandOver({}, chosen);
  return {
    name: name ?? null,
    color: chosen?.color ?? null,
    colors: colors ?? null,
    logo: logo ? { type: logo.type, data: logo.bytes.toString('base64'), ratio: logo.ratio } : null,
  };
}

export const organizationBranding = {
  branding: signedInProcedure
    .meta(
      get('/auth/org/branding', 'Get the branding of the organization', {
        description:
          'Name, colour and logo that the operator of the portal has chosen for the organization of this session.',
        returns: 'The branding; null where the portal’s own is shown.',
      }),
    )
    .output(Data(Branding))
    .query(async ({ ctx: { db, tenant } }) => ({ ok: true, data: await readBranding(db, tenant.clientId) })),
};
