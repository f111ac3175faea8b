import { initTRPC } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { walk } from '../../internals/trpc.ts';
import { parsedOnce } from '../../routers/values/shapes.ts';

const t = initTRPC.create();

it('parses the output of a cached response once, whichever parser tRPC calls', async () => {
  let parsed = 0;
  const Score = z.object({ score: z.number() }).transform((score) => {
    parsed++;
    return score;
  });
  const cached = { score: 71.4, internal: true };
  const scores = t.procedure.output(parsedOnce(Score)).query(() => cached);
  const call = () => walk(scores, { ctx: {}, path: 'scores', type: 'query', getRawInput: async () => undefined });

  const answers = [await call(), await call(), await call()];

  expect(answers[0]).toStrictEqual({ score: 71.4 });
  expect(answers.every((answer) => answer === answers[0] && Object.isFrozen(answer))).toBe(true);
  expect(parsed).toBe(1);
});

it('reports an output of the wrong shape each time', async () => {
  const wrong = { score: 'high' } as unknown as { score: number };
  const scores = t.procedure.output(parsedOnce(z.object({ score: z.number() }))).query(() => wrong);
  const call = () => walk(scores, { ctx: {}, path: 'scores', type: 'query', getRawInput: async () => undefined });

  await expect(call()).rejects.toThrow('Output validation failed');
  await expect(call()).rejects.toThrow('Output validation failed');
});
