import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { rest } from '../../server/trpc/rest.ts';

/** Account routes accept small bodies only: credentials and names. */
export const authRoutes = (tag: string) => rest(tag, { bodyBytes: BODY_BYTES.credentials });
