import type { TenantDb } from '../../db/handles.ts';
import type { connections } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { record, type TrailEvent } from '../../server/identity/security-trail.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { callingPerson } from '../values/people.ts';

/** Records a person's change of a connection in the security trail, in its transaction. */
export const recordConnectionChange = (
  tx: TenantDb,
  { request, caller, tenant }: Pick<RequestContext, 'request' | 'caller'> & { tenant: Tenant },
  type: Extract<TrailEvent, `connection_${string}`>,
  { id: connectionId, kind }: typeof connections.$inferSelect,
) =>
  record(tx, request, {
    type,
    userId: callingPerson(caller),
    orgId: tenant.clientId,
    details: { connectionId, kind },
  });
