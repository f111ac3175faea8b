import type { Tenant } from '../../db/tenant.ts';
import { PortalError } from '../errors.ts';
import { HANDLES, type RequestContext } from './context.ts';
import { assertAssistantMay } from './delegates.ts';
import type { Policy } from './rest.ts';

// Who may make a call, and the database handle that its handler gets: one function for each kind of caller. Those of
// the operator are in admit-operator.ts.

type Call = 'query' | 'mutation' | 'subscription';

/** Admits a caller to a call of a kind, and returns what its handler gets in its context. @throws if it may not */
export type Admit<Admitted> = (ctx: RequestContext, type: Call, policy: Policy) => Admitted | Promise<Admitted>;

/** Admits everybody, to the account tables. */
export const anyone = ({ [HANDLES]: handles }: RequestContext) => ({ db: handles.accounts });

const PEOPLE_ONLY = 'Neither an API key nor an assistant can do this; please sign in.';

/** Admits signed-in people. @throws UNAUTHENTICATED, FORBIDDEN */
export function person({ caller, [HANDLES]: handles }: RequestContext) {
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind !== 'person' || caller.assistant) throw new PortalError('FORBIDDEN', PEOPLE_ONLY);
  return { ...caller, db: handles.accounts };
}

/** Members without the second factor that their organization requires reach only their own account. */
function requireSecondFactor({ caller }: RequestContext) {
  if (caller.kind === 'person' && caller.session.lacksSecondFactor) throw new PortalError('TWO_FACTOR_REQUIRED');
}

/** Suspension is checked here, and nowhere else. */
function requireActive({ status }: Tenant) {
  if (status !== 'active') throw new PortalError('CLIENT_SUSPENDED');
}

/**
 * Admits signed-in people to their own account.
 * @throws UNAUTHENTICATED, FORBIDDEN, TWO_FACTOR_REQUIRED, CLIENT_SUSPENDED
 */
export function accountHolder(ctx: RequestContext, _type: Call, { ofOrganization = false, whileSuspended }: Policy) {
  const admitted = person(ctx);
  if (ofOrganization) requireSecondFactor(ctx);
  if (whileSuspended === false) requireActive(admitted.tenant);
  return admitted;
}

/** The data of a caller's client. */
function openTenant(ctx: RequestContext, tenant: Tenant, type: Call, { whileSuspended = false, versioned }: Policy) {
  if (!whileSuspended) requireActive(tenant);
  const { as, toRead } = ctx[HANDLES];
  return { tenant, db: versioned && type === 'query' ? toRead(tenant) : as(tenant) };
}

const KEY_OF_THE_OPERATOR = 'An operator key opens the ingest routes of /api/operator only.';

/** Members may call everything; a key with the scope `read` only queries. */
export function member(ctx: RequestContext, type: Call, policy: Policy) {
  const { caller } = ctx;
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'operatorKey') throw new PortalError('FORBIDDEN', KEY_OF_THE_OPERATOR);
  if (caller.kind === 'key' && !(type === 'query' && caller.scopes.includes('read')))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope for that.');
  assertAssistantMay(caller, type);
  if (caller.kind === 'key' && policy.peopleOnly) throw new PortalError('FORBIDDEN', PEOPLE_ONLY);
  requireSecondFactor(ctx);
  return openTenant(ctx, caller.tenant, type, policy);
}

/** Admits the keys of pipelines. @throws UNAUTHENTICATED, FORBIDDEN, CLIENT_SUSPENDED */
export function pipeline(ctx: RequestContext, type: Call, policy: Policy) {
  const { caller } = ctx;
  if (caller.kind === 'operatorKey') throw new PortalError('FORBIDDEN', KEY_OF_THE_OPERATOR);
  if (caller.kind !== 'key') throw new PortalError('UNAUTHENTICATED', 'Send an API key with the scope "ingest".');
  if (!caller.scopes.includes('ingest'))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope "ingest".');
  return openTenant(ctx, caller.tenant, type, policy);
}
