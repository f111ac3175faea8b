import { isIP } from 'node:net';
import type { Env } from '../../../server/env.ts';
import { PortalError } from '../../../server/errors.ts';

/**
 * What passkeys are made for: the host and the origin of PUBLIC_URL, and the name that devices show.
 *
 * @throws NOT_FOUND where the portal has an IP address for a name, to which no passkey can belong
 */
export function relyingParty({ PUBLIC_URL, BRAND_NAME }: Pick<Env, 'PUBLIC_URL' | 'BRAND_NAME'>) {
  const { hostname, origin } = new URL(PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, '')))
    throw new PortalError('NOT_FOUND', 'There are no passkeys here: they need a portal with a name.');
  return { id: hostname, origin, name: BRAND_NAME ?? 'Client portal' };
}
