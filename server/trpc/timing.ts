import type { FastifyReply } from 'fastify';
import { type DatabaseTime, measuringStatements } from '../../telemetry/statement.ts';
import type { RequestContext } from './context.ts';
import type { Access } from './rest.ts';

const times = new WeakMap<FastifyReply, DatabaseTime>();

/** Those who run the portal, in their own session or in the place of a client. */
const operates = ({ caller }: RequestContext, access: Access) =>
  caller.kind === 'person' && (access === 'operator' || caller.support !== undefined);

/**
 * Runs a call whose caller is known, and tells operators in `Server-Timing` what its statements and the answer took.
 * Nobody else sees them: durations reveal stored data. The calls of a batch are added up.
 */
export const timedForOperators = <T>(ctx: RequestContext, access: Access, work: () => Promise<T>): Promise<T> =>
  operates(ctx, access) ? timed(ctx, work) : work();

async function timed<T>({ reply }: RequestContext, work: () => Promise<T>): Promise<T> {
  const time = times.get(reply) ?? { total: 0, statements: 0 };
  times.set(reply, time);
  const result = await measuringStatements(time, work);
  const { total, statements } = time;
  reply.header(
    'Server-Timing',
    `db;dur=${total.toFixed(1)};desc="${statements} statements", total;dur=${reply.elapsedTime.toFixed(1)}`,
  );
  return result;
}
