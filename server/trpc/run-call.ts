import type { AnyProcedure } from '@trpc/server';
import { type RunHandler, walk } from '../../internals/trpc.ts';
import { inSpan } from '../../telemetry/span.ts';
import { explain } from '../errors.ts';
import { noteDelegated } from './delegates.ts';
import { onceForKey } from './idempotency.ts';

/**
 * Runs the handler of a call whose checks are done: once for an Idempotency-Key, and a change by support or an
 * assistant recorded first.
 */
const runCall = (call: Parameters<typeof onceForKey>[0], run: RunHandler) =>
  onceForKey(call, async (changes) => {
    await noteDelegated(call);
    return run(changes);
  });

const faultOf = (error: unknown) => {
  const { errorCode: code, status } = explain(error);
  return { code, status };
};

/** Calls a procedure, in a span under its name. @throws errors of middlewares and resolver, as TRPCError */
export const callProcedure = (procedure: AnyProcedure, call: Parameters<typeof walk>[1] & { path: string }) =>
  // Queries create nothing and change nothing: there is nothing to do once, nor to record.
  inSpan(call.path, { explain: faultOf }, () => walk(procedure, call, call.type === 'query' ? undefined : runCall));
