import { knownDevice } from '../../server/identity/devices.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

/**
 * The device of the caller, if the account of the address has signed in on it before; undefined for a stranger. A
 * session without the cookie of a device counts as one.
 */
export function ownDevice({ request, deps, caller }: RequestContext, email: string): string | undefined {
  const session = caller.kind === 'person' && caller.user.email === email ? caller.session.publicId : undefined;
  return knownDevice(request, deps.env.SIGNING_KEY, email) ?? session;
}
