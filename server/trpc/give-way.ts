import { oneATurn } from '../http/one-a-turn.ts';
import { HANDLES, type RequestContext, tenantOf } from './context.ts';

const nextTurn = oneATurn();

/**
 * Lets others go first while statements of the caller's client wait: of such calls one goes on in a turn of the event
 * loop. Without it forty that arrive at once take 50 ms before anybody else is heard.
 */
export function giveWay({ caller, [HANDLES]: handles }: RequestContext): Promise<void> | undefined {
  const tenant = tenantOf(caller);
  return tenant && handles.hasWaiting(tenant) ? nextTurn() : undefined;
}
