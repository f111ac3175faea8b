import { knownDevice } from '../../server/identity/devices.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

/** An account that may exist; without one there is no password. */
export interface ClaimedAccount {
  email: string;
  passwordHash: string | undefined;
}

/** The device of the caller by its cookie, if the account has signed in on it before with its current password. */
export const deviceOf = ({ request, deps }: RequestContext, { email, passwordHash }: ClaimedAccount) =>
  passwordHash === undefined ? undefined : knownDevice(request, deps.env.SIGNING_KEY, { email, passwordHash });

/** The same; undefined for a stranger. A session without the cookie of a device counts as one. */
export function ownDevice(ctx: RequestContext, account: ClaimedAccount): string | undefined {
  const { caller } = ctx;
  const session = caller.kind === 'person' && caller.user.email === account.email ? caller.session.publicId : undefined;
  return deviceOf(ctx, account) ?? session;
}
