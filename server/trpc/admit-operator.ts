import { notFound, PortalError } from '../errors.ts';
import { REAUTHENTICATION_AFTER } from '../identity/lifetimes.ts';
import { findOperator } from '../identity/operators.ts';
import { reachOf } from '../identity/reach.ts';
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
 * everybody else who is signed in the address does not exist, nor to a support session, which is a member's. Operators
 * with portfolios get a handle that shows the clients of these only, and what is of the whole portal is not theirs.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, TWO_FACTOR_REQUIRED, FORBIDDEN, REAUTH_REQUIRED
 */
export async function admitOperator(
  { caller, [HANDLES]: { accounts, within } }: RequestContext,
  {
    support,
    forSupportRole = false,
    ofPortal = false,
    ...how
  }: Pick<Policy, 'support' | 'forSupportRole' | 'ofPortal'> & { changes: boolean },
) {
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  const isOwn = caller.kind === 'person' && (!caller.support || support === 'always');
  const operator = isOwn ? await findOperator(accounts, caller.user.id) : undefined;
  if (!operator || caller.kind !== 'person') throw notFound();

  if (!operator.hasSecondFactor && !caller.session.twoFactors) throw new PortalError('TWO_FACTOR_REQUIRED');
  if (how.changes && !forSupportRole) assertMayChange(operator.role, caller.session);
  const reach = reachOf(caller.user.id, operator);
  if (ofPortal && reach !== 'all') throw notFound();
  return { ...caller, db: within(reach).accounts, reach, platformRole: operator.role };
}

/**
 * Admits the keys of the operator. To other keys the address does not exist, nor to people who do not run the portal.
 */
export async function admitOperatorKey(ctx: RequestContext) {
  const { caller } = ctx;
  if (caller.kind === 'operatorKey') return { operatorKey: caller, reach: reachOf(caller.createdBy, caller) };
  await admitOperator(ctx, { changes: false });
  throw new PortalError('FORBIDDEN', 'Send an operator key.');
}
