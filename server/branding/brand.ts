import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { brandings } from '../../db/schema/index.ts';
import { type Logo, pictureOf } from './logo.ts';
import { paletteOf } from './palette.ts';

/** The brand shown to visitors; undefined fields fall back to the portal’s own look. */
export interface Brand {
  name?: string | undefined;
  /** Ten shades, the lightest first: see {@link paletteOf}. */
  colors?: string[] | undefined;
  logo?: Logo | undefined;
}

interface Variables {
  BRAND_NAME?: string | undefined;
  BRAND_COLOR?: string[] | undefined;
  BRAND_LOGO?: Logo | undefined;
}

/** The brand of the operator. */
export const portalBrand = ({ BRAND_NAME: name, BRAND_COLOR: colors, BRAND_LOGO: logo }: Variables): Brand => ({
  name,
  colors,
  logo,
});

type Chosen = Pick<typeof brandings.$inferSelect, 'name' | 'color'> & { logo?: string | null };

/** The brand of a client: its settings over the brand of the portal. */
export function brandOver(portal: Brand, chosen: Chosen | undefined): Brand {
  const { name, color, logo } = chosen ?? {};
  return {
    name: name ?? portal.name,
    colors: color ? paletteOf(color) : portal.colors,
    logo: logo ? pictureOf(Buffer.from(logo, 'base64')) : portal.logo,
  };
}

/** The brand settings of a client, if there are any. */
export async function findBranding(db: AccountDb, orgId: string) {
  const [chosen] = await db.select().from(brandings).where(eq(brandings.orgId, orgId));
  return chosen;
}
