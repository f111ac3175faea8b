import { type AnyProcedure, type AnyRouter, TRPCError } from '@trpc/server';

// Depends on tRPC internals: a procedure's `_def` holds `middlewares` (the resolver is the last of them; the check of
// the output has `_type`), `inputs` and `meta`; a router's `_def.procedures` holds its procedures by path.
// test/internals/trpc.unit.test.ts fails when one of these changes.

interface Call {
  ctx: object;
  getRawInput: () => Promise<unknown>;
  input?: unknown;
  [more: string]: unknown;
}

type Outcome = { ok: true; data: unknown } | { ok: false; error: TRPCError };
type Next = (changes?: Partial<Call>) => Promise<Outcome>;
type Middleware = ((call: Call & { next: Next }) => Promise<Outcome>) & { _type?: string };

interface Definition<Meta> {
  type: 'query' | 'mutation';
  middlewares: Middleware[];
  /** The schemas of `.input()`, in their order. */
  inputs: unknown[];
  output?: unknown;
  meta: Meta | undefined;
}

export const definitionOf = <Meta>(procedure: AnyProcedure) => procedure._def as unknown as Definition<Meta>;

export const proceduresOf = (router: AnyRouter) => router._def.procedures as unknown as Record<string, AnyProcedure>;

const failure = (cause: unknown): Outcome => ({
  ok: false,
  error:
    cause instanceof TRPCError
      ? cause
      : new TRPCError({
          code: 'INTERNAL_SERVER_ERROR',
          cause,
          ...(cause instanceof Error && { message: cause.message }),
        }),
});

const changed = (call: Call, { ctx, ...changes }: Partial<Call>): Call => ({
  ...call,
  ...changes,
  ctx: ctx ? { ...call.ctx, ...ctx } : call.ctx,
});

/** Runs the handler, in a context with these changes, and checks its output. */
export type RunHandler = (changes?: object) => Promise<unknown>;

/** Called in place of the handler, after all checks of the call. */
type Answer = (call: Call, run: RunHandler) => Promise<unknown>;

/** The index of the handler among the middlewares, with the check of its output. */
export function handlerOf({ middlewares }: Definition<unknown>) {
  const output = middlewares.findIndex(({ _type }) => _type === 'output');
  return output < 0 ? middlewares.length - 1 : output;
}

function dataOf(outcome: Outcome | undefined) {
  if (!outcome) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'A middleware returned nothing.' });
  if (!outcome.ok) throw outcome.error;
  return outcome.data;
}

/**
 * Runs the middlewares of a procedure in order, the resolver last, and `answer` in place of the handler. tRPC's own
 * implementation is compiled for old engines and copies property descriptors at every step.
 *
 * @throws errors of middlewares and resolver, as TRPCError
 */
export async function walk(procedure: AnyProcedure, call: Call, answer?: Answer): Promise<unknown> {
  const definition = definitionOf(procedure);
  const { middlewares, meta } = definition;
  const handler = answer && handlerOf(definition);
  const step = async (index: number, state: Call): Promise<Outcome> => {
    const middleware = middlewares[index];
    if (!middleware) return failure(new Error('The procedure has no resolver.'));
    const runIn = (now: Call) => {
      const next: Next = (changes) => step(index + 1, changes ? changed(now, changes) : now);
      return middleware({ ...now, meta, next });
    };
    try {
      if (!answer || index !== handler) return await runIn(state);
      const run: RunHandler = async (ctx) => dataOf(await runIn(ctx ? changed(state, { ctx }) : state));
      return { ok: true, data: await answer({ ...state, meta }, run) };
    } catch (cause) {
      return failure(cause);
    }
  };

  return dataOf(await step(0, call));
}

interface Derived<Meta> {
  /** The base of the procedure, and what replaces it. */
  from: object;
  to: object;
  meta: Meta;
  inputs: unknown[];
  output?: unknown;
}

/**
 * A procedure on another base: for other callers, with other metadata, and with the inputs that the document shows. For
 * `walk` only: tRPC’s own callers cannot call it.
 */
export function rebased<Meta>(procedure: AnyProcedure, { from, to, meta, inputs }: Derived<Meta>): AnyProcedure {
  const middlewaresOf = (base: object) => (base as { _def: Definition<Meta> })._def.middlewares;
  const own = definitionOf<Meta>(procedure).middlewares.slice(middlewaresOf(from).length);
  const definition = { ...procedure._def, meta, inputs, middlewares: [...middlewaresOf(to), ...own] };
  const refuse = () => {
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
  };
  return Object.assign(refuse, { _def: definition }) as unknown as AnyProcedure;
}
