import { describe, expect, it } from 'vitest';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { type JsonSchema, resolve } from '../../openapi/json-schema.ts';
import { appRouter } from '../../routers/index.ts';
import { toolsOf } from '../../server/mcp/registry.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';
import { components, operations } from '../helpers/documented.ts';

/** Whether an answer can have a field at this path, through arrays and alternatives. */
function has(schema: JsonSchema, path: string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const { items, properties = {}, anyOf = [], oneOf = [] } = resolve(schema, components.schemas);
  const own = properties[name];
  const others = [...anyOf, ...oneOf, ...(items ? [items] : [])];
  return (own && has(own, rest)) || others.some((one) => has(one, path));
}

/** The answer of a route as its tool has it: a list stands under `data`. */
function answerOf({ openapi }: RouteMeta): JsonSchema {
  const found = operations.find(({ name }) => name === `${openapi?.method} ${openapi?.path}`);
  const [answer] = Object.entries(found?.operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  const { content = {} } = (answer?.[1] ?? {}) as { content?: Record<string, { schema: JsonSchema }> };
  const schema = content['application/json']?.schema ?? {};
  return resolve(schema, components.schemas).items ? { properties: { data: schema } } : schema;
}

const tools = Object.values(proceduresOf(appRouter)).flatMap((procedure) => {
  const { meta } = definitionOf<RouteMeta>(procedure);
  return meta?.tool && meta.access === 'member' ? [{ name: meta.tool.name, tool: meta.tool, meta }] : [];
});

describe('A tool', () => {
  it.each(tools)('$name keeps texts apart, and leaves out fields, that its answer has', ({ tool, meta }) => {
    const answer = answerOf(meta);

    const paths = [...(tool.untrusted ?? []), ...(tool.omit ?? [])];

    expect(paths.filter((path) => !has(answer, path.split('.')))).toEqual([]);
  });

  it.each([...toolsOf(appRouter).values()])('$listed.name describes its input by JSON Schema alone', ({ listed }) => {
    const fields = Object.entries(listed.inputSchema.properties as Record<string, object>);

    const undescribed = fields.filter(([, field]) => !('type' in field || 'anyOf' in field || 'enum' in field));

    expect(undescribed).toEqual([]);
    expect(JSON.stringify(fields)).not.toContain('"override"');
  });
});
