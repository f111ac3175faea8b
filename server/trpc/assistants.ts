import { PortalError } from '../errors.ts';
import { record } from '../identity/security-trail.ts';
import { type Caller, HANDLES, type RequestContext } from './context.ts';

/** Whether a caller of tools may change things: assistants with that scope, and no keys. */
export const mayWrite = (caller: Caller) =>
  caller.kind === 'person' && caller.assistant?.scopes.includes('write') === true;

/** Refuses a change by an assistant that may only read. @throws FORBIDDEN */
export function assertAssistantMay(caller: Caller, type: string) {
  if (caller.kind === 'person' && caller.assistant && type !== 'query' && !mayWrite(caller))
    throw new PortalError(
      'FORBIDDEN',
      'This assistant may only read. Its person can let it in with the scope "write".',
    );
}

/** Records the change that a call is about to make, if an assistant makes it. */
export async function noteAssistant(call: { ctx: object; path?: unknown }) {
  const { caller, request, [HANDLES]: handles } = call.ctx as RequestContext;
  if (caller.kind !== 'person' || !caller.assistant) return;
  const { name, grantId } = caller.assistant;
  const about = { userId: caller.user.id, orgId: caller.tenant.clientId, actor: name };
  const details = { assistant: name, procedure: String(call.path), grantId };
  await record(handles.accounts, request, { type: 'assistant_changed', ...about, details });
}
