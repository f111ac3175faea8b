import { document } from '../../openapi/document.ts';
import { isNull, type JsonSchema, type NamedSchemas, resolve } from '../../openapi/json-schema.ts';

interface Parameter {
  name: string;
  description?: string;
  schema: JsonSchema;
  in?: string;
  required?: boolean;
  example?: unknown;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: object }>;

interface Response {
  description: string;
  headers?: Record<string, Omit<Parameter, 'name'> | { $ref: string }>;
  content?: Content;
}

export interface DocumentedOperation {
  operationId: string;
  summary: string;
  tags?: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

interface Components {
  schemas: NamedSchemas;
  headers: Record<string, Omit<Parameter, 'name'>>;
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
  securitySchemes: Record<string, object>;
}

export const components = document.components as unknown as Components;

const paths = document.paths as unknown as Record<string, Record<string, DocumentedOperation>>;

/** Every operation of the document, with its name such as `GET /cms/pages`. */
export const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

function dereference<Target extends object>(value: Target | { $ref: string }, section: Record<string, Target>): Target {
  if (!('$ref' in value)) return value;
  const target = section[value.$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`${value.$ref} does not exist.`);
  return target;
}

/** The error codes that an operation lists at a status. */
export function errorCodesOf({ responses }: DocumentedOperation, status: number): string[] {
  const response = responses[status];
  const { content } = response ? dereference(response, components.responses) : {};
  return Object.keys(content?.['application/json']?.examples ?? {});
}

// Of every answer, whatever the route.
const COMMON =
  /^x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection)$/;
const TELLING = /^(x-|ratelimit|retry-after$|idempotent-|etag$|link$|content-disposition$)/;
/** Headers that an answer has wherever its status documents them; others depend on what is asked. */
const ALWAYS = /^(x-request-id|x-error-code|x-ratelimit-|ratelimit|retry-after)/;

/** Headers that an answer has and the document lacks, or the other way round; undefined where they agree. */
export function headerMisfit({ responses }: DocumentedOperation, status: number, headers: object): string | undefined {
  const response = responses[status];
  const { headers: described = {} } = response ? dereference(response, components.responses) : {};
  const documented = Object.keys(described).map((name) => name.toLowerCase());
  const sent = Object.keys(headers).filter((name) => TELLING.test(name) && !COMMON.test(name));
  // A limit besides the general one may not have counted the call yet, and some callers count against either.
  const isLater = (name: string) => name.startsWith('x-ratelimit-') && sent.includes('ratelimit');
  const isOther = (name: string) => name.startsWith('ratelimit') && sent.includes('x-ratelimit-limit');
  const differences = [
    ...sent.filter((name) => !documented.includes(name)).map((name) => `${name} is not documented at ${status}`),
    ...documented
      .filter((name) => ALWAYS.test(name) && !isLater(name) && !isOther(name) && !sent.includes(name))
      .map((name) => `${name} is not sent`),
  ];
  return differences.length > 0 ? differences.join(', ') : undefined;
}

/** A schema of the document and its location: `GET /cms/pages 200[].title`, or `Page.title` in a component. */
export interface Place {
  at: string;
  schema: JsonSchema;
}

/** The parameters and response headers of all operations, as schemas with their descriptions. */
export function parameterPlaces(): Place[] {
  return operations.flatMap(({ name, operation: { parameters = [], responses } }) => {
    const sent = parameters.map((one) => dereference(one, components.parameters));
    const received = Object.values(responses)
      .flatMap((response) => Object.entries(dereference(response, components.responses).headers ?? {}))
      .map(([header, one]) => ({ name: header, ...dereference(one, components.headers) }));
    return [...sent, ...received].map(({ name: parameter, description, schema, ...beside }) => ({
      at: `${name} ${parameter}`,
      schema: {
        ...schema,
        ...(description && { description }),
        ...('example' in beside && { example: beside.example }),
      },
    }));
  });
}

function* propertiesOf(schema: JsonSchema, at: string, visited: Set<string>): Generator<Place> {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  const component = $ref?.split('/').at(-1);
  if (component && !visited.has(component)) {
    visited.add(component);
    yield* propertiesOf(resolve(schema, components.schemas), component, visited);
  }
  for (const [name, property] of Object.entries(properties)) {
    yield { at: `${at}.${name}`, schema: property };
    yield* propertiesOf(property, `${at}.${name}`, visited);
  }
  if (items) yield* propertiesOf(items, `${at}[]`, visited);
  if (typeof additionalProperties === 'object') yield* propertiesOf(additionalProperties, `${at}.*`, visited);
  for (const variant of [...anyOf, ...oneOf]) yield* propertiesOf(variant, at, visited);
}

/** Every property of requests and responses; those of a component appear once. */
export function propertyPlaces(): Place[] {
  const visited = new Set<string>();
  return operations.flatMap(({ name, operation: { requestBody, responses } }) => {
    const bodies: [string, Content | undefined][] = [
      ['body', requestBody?.content],
      ...Object.entries(responses).map(([status, response]): [string, Content | undefined] => [
        status,
        dereference(response, components.responses).content,
      ]),
    ];
    return bodies.flatMap(([part, content = {}]) =>
      Object.values(content).flatMap(({ schema }) => [...propertiesOf(schema, `${name} ${part}`, visited)]),
    );
  });
}

const variantsOf = ({ anyOf = [], oneOf = [] }: JsonSchema) => [...anyOf, ...oneOf].filter((one) => !isNull(one));

/** Whether a schema has a description, its own or that of its component or variant. */
export function isDescribed(schema: JsonSchema): boolean {
  const target = resolve(schema, components.schemas);
  return Boolean(schema.description ?? target.description) || variantsOf(target).some(isDescribed);
}

/** Whether a schema accepts free text without an example. */
export function lacksExample(schema: JsonSchema): boolean {
  const target = resolve(schema, components.schemas);
  if ([schema, target].some((one) => 'example' in one || 'examples' in one)) return false;
  const variants = variantsOf(target);
  if (variants.length > 0) return variants.some(lacksExample);
  const isText = [target.type].flat().includes('string');
  return isText && !('enum' in target || 'const' in target || 'format' in target);
}
