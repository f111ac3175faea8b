import { knownDevice } from '../../server/identity/devices.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

/** An account that may exist; without one there is no password. */
export interface ClaimedAccount {
  email: string;
  passwordHash: string | undefined;
}

/**
 * The device of the caller, if the account has signed in on it before with its current password; undefined for a
 * stranger. A session without the cookie of a device counts as one.
 */
export function ownDevice(
  { request, deps, caller }: RequestContext,
  { email, passwordHash }: ClaimedAccount,
): string | undefined {
  const session = caller.kind === 'person' && caller.user.email === email ? caller.session.publicId : undefined;
  if (passwordHash === undefined) return session;
  return knownDevice(request, deps.env.SIGNING_KEY, { email, passwordHash }) ?? session;
}
