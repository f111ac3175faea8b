import { type AnyProcedure, TRPCError } from '@trpc/server';

interface Call {
  ctx: object;
  getRawInput: () => Promise<unknown>;
  input: unknown;
  [more: string]: unknown;
}

type Outcome = { ok: true; data: unknown } | { ok: false; error: Error };
type Middleware = (call: Call & { next: (changes?: Partial<Call>) => Promise<Outcome> }) => Promise<Outcome>;

const apply = (call: Call, changes: Partial<Call>): Call => ({
  ...call,
  ...changes,
  ctx: { ...call.ctx, ...changes.ctx },
});

/**
 * Runs a procedure for the REST facade: its middlewares in their order, the resolver last, as tRPC itself does. Its own
 * walk is compiled for old engines and copies property descriptors at every step, a tenth of what a request costs.
 */
export async function call(procedure: AnyProcedure, path: string, ctx: object, getRawInput: () => Promise<unknown>) {
  const { middlewares, meta, type } = procedure._def as unknown as {
    middlewares: Middleware[];
    meta: object;
    type: string;
  };
  const step = (index: number, state: Call): Promise<Outcome> => {
    const middleware = middlewares[index];
    if (!middleware) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: `${path} has no resolver.` });
    return middleware({ ...state, next: (changes) => step(index + 1, changes ? apply(state, changes) : state) });
  };

  const outcome = await step(0, {
    ctx,
    getRawInput,
    path,
    type,
    meta,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  });
  if (!outcome.ok) throw outcome.error;
  return outcome.data;
}
