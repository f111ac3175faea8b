import { PortalError } from '../errors.ts';
import { record } from '../identity/security-trail.ts';
import { noteSupportWrite } from '../identity/support-sessions.ts';
import { type Caller, HANDLES, type RequestContext } from './context.ts';
import type { Policy } from './rest.ts';

// Calls in the place of a member: by an operator in a support session, or by an assistant.

/**
 * What a support session may do with a procedure: `read` it; `write` with it if the session may change things; `always`
 * call it, as it concerns no data; or `never`.
 */
export type SupportAccess = 'read' | 'write' | 'always' | 'never';

const OF_OPERATORS = new Set<Policy['access']>(['operator', 'operatorKey']);

/**
 * The only place that decides what a support session may call. Reads are open, and changes of a client's data;
 * accounts, members, keys and whatever else a person changes for themselves or the organization are closed. Metadata
 * says otherwise where a read tells too much, or a change concerns billing.
 */
export function supportAccess(type: string, { access, support }: Policy): SupportAccess {
  if (support) return support;
  if (OF_OPERATORS.has(access) || access === 'pipeline') return 'never';
  if (type === 'query') return 'read';
  return access === 'member' ? 'write' : 'never';
}

/**
 * Operator routes are left to their admission, which says that they do not exist.
 *
 * @throws READ_ONLY for changes in a session that only reads, FORBIDDEN for what no support session may call
 */
export function assertSupportMay(caller: Caller, type: string, policy: Policy) {
  if (caller.kind !== 'person' || !caller.support || OF_OPERATORS.has(policy.access)) return;
  const may = supportAccess(type, policy);
  if (may === 'read' || may === 'always') return;
  if (type !== 'query' && !caller.support.writes) throw new PortalError('READ_ONLY');
  if (may === 'never') throw new PortalError('FORBIDDEN', 'This is not available in support sessions.');
}

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

/** Records the change that a call is about to make, if it is made in the place of a member. */
export async function noteDelegated(call: { ctx: object; path?: unknown; type?: unknown; meta?: unknown }) {
  const { caller, request, [HANDLES]: handles } = call.ctx as RequestContext;
  if (caller.kind !== 'person') return;
  const { support, assistant } = caller;
  const procedure = String(call.path);
  if (support && supportAccess(String(call.type), (call.meta ?? {}) as Policy) === 'write')
    await noteSupportWrite(handles.accounts, request, { ...caller, support }, procedure);
  if (!assistant) return;
  const about = { userId: caller.user.id, orgId: caller.tenant.clientId, actor: assistant.name };
  const details = { assistant: assistant.name, procedure, grantId: assistant.grantId };
  await record(handles.accounts, request, { type: 'assistant_changed', ...about, details });
}
