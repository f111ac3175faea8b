import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { rest } from '../../server/trpc/rest.ts';

/** Account routes accept small bodies only: credentials and names. */
export const authRoutes = (tag: string) => rest(tag, { bodyBytes: BODY_BYTES.credentials });

/** Routes about the organization: closed to members who lack the second factor that it requires. */
export const organizationRoutes = rest('Organization', { bodyBytes: BODY_BYTES.credentials, ofOrganization: true });
