import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { recordHourly, type TrailEvent } from '../../server/identity/security-trail.ts';
import { operatorName } from '../../server/identity/support-sessions.ts';
import type { Caller, RequestContext } from '../../server/trpc/context.ts';

export type UseContext = Pick<RequestContext, 'caller' | 'deps' | 'request'> & { db: TenantDb; tenant: Tenant };

/** The id of the caller, and its fields in a trail event. */
function userOf(caller: Exclude<Caller, { kind: 'stranger' }>) {
  if (caller.kind === 'person') return { id: caller.user.id, about: { userId: caller.user.id } };
  const { id, name } = caller;
  if (caller.kind === 'key') return { id, about: { actor: name, details: { keyId: id, name } } };
  return { id, about: { actor: operatorName(null) } };
}

/**
 * Records in the trail of the organization what a person or key used, once an hour for each: calls that come by the
 * hundred must not fill it. The call has succeeded by then, and does not fail for the sake of the line.
 */
export async function recordUsage({ caller, deps, request, db, tenant }: UseContext, type: TrailEvent) {
  if (caller.kind === 'stranger') return;
  const { id, about } = userOf(caller);
  await recordHourly(db, request, { type, orgId: tenant.clientId, ...about }, [type, id, tenant.clientId]).catch(
    (err) => deps.log.warn({ err }, 'A line of the security trail could not be written.'),
  );
}
