import { initTRPC, TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definitionOf, handlerOf, proceduresOf, walk } from '../../internals/trpc.ts';

// Synthetic procedures through tRPC's own caller and through ours: what comes out, what is thrown, and what each
// middleware and resolver saw on the way must be the same.

interface Meta {
  limit?: string;
}

const t = initTRPC.context<{ seen: unknown[]; user?: string }>().meta<Meta>().create();
const base = t.procedure.meta({ limit: 'usual' });
const Input = z.object({ n: z.coerce.number().max(10) });

class Refusal extends TRPCError {}

const router = t.router({
  plain: base.query(() => 'plain'),
  parsed: base
    .input(Input)
    .output(z.object({ n: z.number() }))
    .query(({ input }) => input),
  twoInputs: base
    .input(Input)
    .input(z.object({ word: z.string() }))
    .query(({ input }) => input),
  badOutput: base.output(z.number()).query(() => 'text' as unknown as number),
  changesContext: base
    .use(({ next }) => next({ ctx: { user: 'ada' } }))
    .use(({ ctx, next }) => next({ ctx: { seen: [...ctx.seen, ctx.user] } }))
    .query(({ ctx }) => ctx),
  changesInput: base
    .input(Input)
    .use(({ next, input, getRawInput }) => next({ getRawInput, ...({ input: { n: input.n + 1 } } as object) }))
    .query(({ input }) => input),
  changesRawInput: base
    .use(({ next }) => next({ getRawInput: async () => ({ n: '7' }) }))
    .input(Input)
    .query(({ input }) => input),
  looksAtNext: base
    .use(async ({ ctx, next }) => {
      const outcome = await next();
      ctx.seen.push(
        outcome.ok ? outcome.data : [outcome.error.code, outcome.error.message, outcome.error.constructor.name],
      );
      return outcome;
    })
    .input(Input)
    .query(() => {
      throw new Error('thrown behind next()');
    }),
  looksAtMeta: base
    .meta({ limit: 'own' })
    .use(({ ctx, meta, path, type, next }) => {
      ctx.seen.push({ meta, path, type });
      return next();
    })
    .query(() => null),
  throwsError: base.query(() => {
    throw new Error('unexpected');
  }),
  throwsText: base.query(() => {
    throw 'text';
  }),
  throwsOwn: base
    .use(() => {
      throw new Refusal({ code: 'FORBIDDEN', message: 'refused' });
    })
    .query(() => null),
  returnsNothing: base.use((() => undefined) as never).query(() => null),
  mutates: base.input(Input).mutation(({ input }) => input.n * 2),
});

const INPUTS: unknown[] = [undefined, {}, { n: 3 }, { n: '4', word: 'w' }, { n: 11, word: 'w' }, 'text'];

const told = (error: unknown) => {
  const { code, message, cause } = error as TRPCError;
  const { issues } = (cause ?? {}) as { issues?: unknown };
  return { code, message, kind: (error as TRPCError).constructor.name, cause: cause?.constructor.name, issues };
};

type Callable = (call: object) => Promise<unknown>;

async function outcome(
  run: (call: { ctx: { seen: unknown[] }; getRawInput: () => Promise<unknown> }) => Promise<unknown>,
  input: unknown,
) {
  const ctx = { seen: [] as unknown[] };
  const result = await run({ ctx, getRawInput: async () => input }).then(
    (data) => ({ data }),
    (error) => ({ error: told(error) }),
  );
  return { result, seen: ctx.seen };
}

describe.each(Object.entries(proceduresOf(router)))('the procedure %s', (path, procedure) => {
  const { type } = definitionOf(procedure);
  const standing = { path, type, signal: undefined, batchIndex: 0 };

  it.each(INPUTS)('behaves with %j as in tRPC', async (input) => {
    const theirs = await outcome((call) => (procedure as unknown as Callable)({ ...call, ...standing }), input);
    const ours = await outcome((call) => walk(procedure, { ...call, ...standing }), input);

    // tRPC words this one for its own readers.
    if (path === 'returnsNothing')
      for (const { result } of [theirs, ours]) if ('error' in result) result.error.message = '';
    expect(ours).toEqual(theirs);
  });
});

it('a definition has its schemas, its metadata, and the resolver as the last middleware', () => {
  const { parsed, looksAtMeta } = proceduresOf(router);
  if (!parsed || !looksAtMeta) throw new Error('tRPC keeps its procedures elsewhere.');

  expect(definitionOf(parsed).inputs).toEqual([Input]);
  expect(definitionOf(parsed).middlewares).toHaveLength(3);
  expect(definitionOf(looksAtMeta).meta).toEqual({ limit: 'own' });
});

it('an answer in place of the handler follows the checks of the input and precedes the check of the output', async () => {
  const { parsed, plain, badOutput } = proceduresOf(router);
  if (!parsed || !plain || !badOutput) throw new Error('tRPC keeps its procedures elsewhere.');
  const call = (n: unknown) => ({ ctx: { seen: [] }, getRawInput: async () => ({ n }) });
  const answered: unknown[] = [];
  const answer = async ({ input }: { input?: unknown }, run: () => Promise<unknown>) => {
    answered.push(input);
    return { instead: await run() };
  };

  expect([parsed, plain].map((procedure) => handlerOf(definitionOf(procedure)))).toEqual([1, 0]);
  expect(await walk(parsed, call('3'), answer)).toEqual({ instead: { n: 3 } });
  await expect(walk(parsed, call(11), answer)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(walk(badOutput, call(1), answer)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  expect(await walk(plain, call(1), async () => 'nothing ran')).toBe('nothing ran');
  expect(answered).toEqual([{ n: 3 }, undefined]);
});
