import type { AccountDb } from '../../db/handles.ts';
import { recordHourly } from '../identity/security-trail.ts';
import type { RequestContext } from '../trpc/context.ts';

/** Records that an assistant has read with a tool: once an hour for each assistant and tool. */
export async function recordReading(db: AccountDb, { caller, request }: RequestContext, tool: string) {
  if (caller.kind === 'key') {
    const { id, name, tenant } = caller;
    const details = { assistant: name, tool, keyId: id };
    const event = { type: 'assistant_read', orgId: tenant.clientId, actor: name, details } as const;
    await recordHourly(db, request, event, ['assistant', id, tool]);
  } else if (caller.kind === 'person' && caller.assistant) {
    const { grantId, name } = caller.assistant;
    const about = { userId: caller.user.id, orgId: caller.tenant.clientId, actor: name };
    const event = { type: 'assistant_read', ...about, details: { assistant: name, tool, grantId } } as const;
    await recordHourly(db, request, event, ['assistant', grantId, tool]);
  }
}
