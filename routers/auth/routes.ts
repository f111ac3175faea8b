import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { rest } from '../../server/trpc/rest.ts';

/** Routes of accounts take small bodies: credentials and names. */
export const authRoutes = (tag: string) => rest(tag, { bodyBytes: BODY_BYTES.credentials });
