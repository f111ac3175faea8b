import { expect, it } from 'vitest';
import { z } from 'zod';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { appRouter } from '../../routers/index.ts';
import { jsonOf } from '../../server/http/json.ts';
import { ANSWER_BYTES, BODY_BYTES } from '../../server/limits/sizes.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';

/** The lists of objects in a shape that nothing bounds, by where they are. */
function listsWithoutEnd(output: unknown): string[] {
  if (!(output instanceof z.ZodType)) return [];
  const shape = z.toJSONSchema(output, { unrepresentable: 'any', reused: 'inline' });
  const within = (part: z.core.JSONSchema.BaseSchema, at: string): string[] => {
    const { items } = part;
    const item = items && !Array.isArray(items) && typeof items === 'object' ? [items] : [];
    const { $ref } = part;
    const named = $ref ? [shape.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {}] : [];
    const fields = Object.entries(part.properties ?? {}).flatMap(([name, field]) =>
      typeof field === 'object' ? within(field, `${at}.${name}`) : [],
    );
    const isEndless =
      part.type === 'array' && part.maxItems === undefined && item.some((one) => !one.enum && one.const === undefined);
    const nested = [...item, ...named, ...(part.anyOf ?? []), ...(part.oneOf ?? [])];
    return [...(isEndless ? [at] : []), ...fields, ...nested.flatMap((one) => within(one, at))];
  };
  return within(shape, '');
}

const operations = Object.entries(proceduresOf(appRouter)).map(([path, procedure]) => {
  const { meta, output } = definitionOf<RouteMeta>(procedure);
  const isList = Object.hasOwn(meta?.openapi?.responseHeaders?.shape ?? {}, 'X-Has-More');
  return { path, weight: meta?.weight ?? 'ordinary', bodyBytes: meta?.bodyBytes ?? 0, output, isList };
});
const VIEW = 'operator.clients.view.';
const heavy = operations.filter(({ weight }) => weight === 'heavy').map(({ path }) => path);

it('each operation is ordinary or heavy: all that take in or give out large texts are', () => {
  const large = operations.filter(({ bodyBytes }) => bodyBytes > BODY_BYTES.usual).map(({ path }) => path);

  expect(new Set(operations.map(({ weight }) => weight))).toEqual(new Set(['ordinary', 'heavy']));
  expect(heavy).toEqual(expect.arrayContaining(large));
  expect(heavy).toEqual(
    expect.arrayContaining(['cms.pages.get', 'cms.pages.versions', 'analytics.reviews', 'templates']),
  );
});

it('an ordinary operation returns a list that ends early, or lists of a known length', () => {
  const endless = operations
    .filter(({ weight, isList }) => weight === 'ordinary' && !isList)
    .flatMap(({ path, output }) => listsWithoutEnd(output).map((list) => `${path}: ${list}`));

  expect(endless, 'Bound these arrays with .max(n), page the list, or make the route heavy.').toEqual([]);
});

it('the operator’s view of a client weighs what the call of its members does', () => {
  const weights = Object.fromEntries(operations.map(({ path, weight }) => [path, weight]));
  const views = operations.filter(({ path }) => path.startsWith(VIEW));

  expect(views.length).toBeGreaterThan(40);
  expect(views.filter(({ path, weight }) => weight !== weights[path.slice(VIEW.length)])).toEqual([]);
});

it('what everybody needs at once is ordinary', () => {
  const needed = ['auth.account.profile', 'visibility.scores', 'dashboard.kpis', 'insights.query'];

  expect(heavy.filter((path) => needed.includes(path))).toEqual([]);
});

it('an ordinary answer has at most 256 KiB, a heavy one 4 MiB', async () => {
  const of = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  expect(jsonOf(of(ANSWER_BYTES.ordinary))).toHaveLength(ANSWER_BYTES.ordinary);
  expect(() => jsonOf(of(ANSWER_BYTES.ordinary + 1))).toThrow('too large');
  expect(await jsonOf(of(ANSWER_BYTES.heavy), 'heavy')).toHaveLength(ANSWER_BYTES.heavy);
  await expect(jsonOf(of(ANSWER_BYTES.heavy + 1), 'heavy')).rejects.toThrow('too large');
});

it('a heavy answer is the JSON of its value', async () => {
  const value = {
    ok: true,
    none: undefined,
    empty: [],
    data: { at: new Date(0), rows: [{ a: 'é', b: undefined }, null, undefined, 1], nested: { list: [[{}]] } },
  };

  expect(String(await jsonOf(value, 'heavy'))).toBe(JSON.stringify(value));
});
