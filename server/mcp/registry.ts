import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import type { RouteMeta, Tool } from '../trpc/rest.ts';

/** A procedure that assistants may call, and how it is listed. */
export interface ListedTool {
  procedure: AnyProcedure;
  path: string;
  type: 'query' | 'mutation';
  tool: Tool;
  listed: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object'; [more: string]: unknown };
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
  };
}

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };

const OFFSET: Schema = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'Where long texts go on: `next.offset` of the answer before.',
};

/** With what zod's metadata has for the OpenAPI document alone: examples, and schemas of what zod cannot describe. */
const tidied = ({ $schema: _, example, override, ...schema }: Schema): Schema =>
  Object.fromEntries(
    Object.entries({ ...schema, ...(override as object), ...(example !== undefined && { examples: [example] }) }).map(
      ([name, value]) => [
        name,
        name === 'properties'
          ? Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([key, one]) => [key, tidied(one)]))
          : value,
      ],
    ),
  );

const schemaOf = (input: unknown) =>
  tidied(z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema);

/** The inputs of a procedure as one object; `offset` is that of texts, as lists go on by `after`. */
function inputSchemaOf(inputs: unknown[], fixed: object) {
  const schemas = inputs.map(schemaOf);
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties), { offset: OFFSET });
  for (const name of Object.keys(fixed)) delete properties[name];
  const required = schemas
    .flatMap((schema) => schema.required ?? [])
    .filter((name) => Object.hasOwn(properties, name) && name !== 'offset');
  return { type: 'object' as const, properties, ...(required.length > 0 && { required }) };
}

/** The tools of a router by name, derived from the metadata of its procedures. */
export function toolsOf(router: AnyRouter): Map<string, ListedTool> {
  const tools = Object.entries(proceduresOf(router)).flatMap(([path, procedure]): ListedTool[] => {
    const { type, inputs, meta } = definitionOf<RouteMeta>(procedure);
    // The operator's views of a client have the metadata of what they show.
    if (!meta?.tool || !meta.openapi || meta.access !== 'member') return [];
    const { tool, openapi } = meta;
    const description = [`${openapi.summary}.`, openapi.description, tool.hint].filter(Boolean).join(' ');
    const annotations = { readOnlyHint: type === 'query', destructiveHint: false, openWorldHint: false };
    const { name } = tool;
    const title = openapi.summary ?? name;
    const inputSchema = inputSchemaOf(inputs, tool.fixed ?? {});
    return [{ procedure, path, type, tool, listed: { name, title, description, inputSchema, annotations } }];
  });
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}
