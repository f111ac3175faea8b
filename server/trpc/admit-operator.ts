import { notFound, PortalError } from '../errors.ts';
import { REAUTHENTICATION_AFTER } from '../identity/lifetimes.ts';
import { findOperator } from '../identity/operators.ts';
import { HANDLES, type RequestContext } from './context.ts';
import type { Policy } from './rest.ts';

/**
 * Requires what changes need: the role `operator`, and a sign-in within the hour.
 *
 * @throws FORBIDDEN, REAUTH_REQUIRED
 */
export function assertMayChange(role: string, { signedInAt }: { signedInAt: Date }) {
  if (role !== 'operator')
    throw new PortalError('FORBIDDEN', 'Only an operator can change this; the role "support" reads.');
  if (Date.now() - signedInAt.getTime() > REAUTHENTICATION_AFTER)
    throw new PortalError('REAUTH_REQUIRED', 'Please sign in again: this needs a sign-in within the last hour.');
}

/**
 * Admits those who run the portal: reads to both roles, changes to operators who signed in within the hour. To
 * everybody else who is signed in the address does not exist, nor to a support session, which is a member's.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, TWO_FACTOR_REQUIRED, FORBIDDEN, REAUTH_REQUIRED
 */
export async function admitOperator(
  { caller, [HANDLES]: { accounts: db } }: RequestContext,
  { support, forSupportRole = false, ...how }: Pick<Policy, 'support' | 'forSupportRole'> & { changes: boolean },
) {
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  const isOwn = caller.kind === 'person' && (!caller.support || support === 'always');
  const operator = isOwn ? await findOperator(db, caller.user.id) : undefined;
  if (!operator || caller.kind !== 'person') throw notFound();

  if (!operator.hasSecondFactor && !caller.session.twoFactors) throw new PortalError('TWO_FACTOR_REQUIRED');
  if (how.changes && !forSupportRole) assertMayChange(operator.role, caller.session);
  return { ...caller, db, platformRole: operator.role };
}

/**
 * Admits the keys of the operator. To other keys the address does not exist, nor to people who do not run the portal.
 */
export async function admitOperatorKey(ctx: RequestContext) {
  const { caller } = ctx;
  if (caller.kind === 'operatorKey') return { operatorKey: caller };
  await admitOperator(ctx, { changes: false });
  throw new PortalError('FORBIDDEN', 'Send an operator key.');
}
