import { definitionOf, proceduresOf } from '../internals/trpc.ts';
import { appRouter } from '../routers/index.ts';
import { type Policy, type RouteMeta, repeatable } from '../server/trpc/rest.ts';
import { accessParagraph, securityOf } from './access.ts';
import { ref } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { errorResponses, successHeaders } from './responses.ts';

interface Parameter {
  in: string;
  name: string;
  description?: string;
  example?: unknown;
  required?: boolean;
  schema: JsonSchema;
}

interface Media {
  schema: JsonSchema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  description?: string;
  responses: Record<string, { description?: string; headers?: object; content?: object }>;
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
}

const procedures = proceduresOf(appRouter);

function policyOf(path: string): Policy {
  const procedure = procedures[path];
  return (procedure && definitionOf<RouteMeta>(procedure).meta) ?? {};
}

/** Splits the input of a route that takes rows: the rows are the body, the rest are query parameters. */
function spreadRows(operation: Operation, rows: string) {
  const { [rows]: list = {}, ...others } = operation.requestBody?.content['application/json']?.schema.properties ?? {};
  operation.requestBody = {
    required: true,
    content: {
      'application/json': { schema: list },
      'application/x-ndjson': { schema: { type: 'string', description: 'One JSON record per line.' } },
    },
  };
  const fromQuery = Object.entries(others).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    schema,
  }));
  operation.parameters = [...(operation.parameters ?? []), ...fromQuery];
}

/** Adds the file as it is to the bodies of a route that takes one, and its other fields as query parameters. */
function spreadFile(operation: Operation, file: string) {
  const { requestBody } = operation;
  const { [file]: text, ...others } = requestBody?.content['application/json']?.schema.properties ?? {};
  if (!requestBody || !text) return;
  for (const type of ['text/csv', 'application/x-ndjson'])
    requestBody.content[type] = { schema: { type: 'string', description: 'The file as it is.' } };
  const fromQuery = Object.entries(others).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    schema,
  }));
  operation.parameters = [...(operation.parameters ?? []), ...fromQuery];
}

/** The input of a DELETE besides its path is its body, which the generator takes for query parameters. */
function moveToBody(operation: Operation) {
  const all = operation.parameters ?? [];
  const fields = all.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query');
  if (fields.length === 0) return;
  const required = fields.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  operation.parameters = all.filter((parameter) => !fields.includes(parameter as Parameter));
  operation.requestBody = {
    required: required.length > 0,
    content: { 'application/json': { schema: { type: 'object', properties, required } } },
  };
}

/** Shows the example of the metadata. Bodies without one get theirs from the examples of their fields. */
function showExample(operation: Operation, { path, query, body }: NonNullable<Policy['example']>) {
  const values = new Map(Object.entries({ ...path, ...query }));
  for (const one of operation.parameters ?? [])
    if ('name' in one && values.has(one.name)) one.example = values.get(one.name);
  const json = operation.requestBody?.content['application/json'];
  if (json && body) json.example = body;
}

/** Generated clients show the description and the example of a parameter, and not those inside its schema. */
function describeParameters(operation: Operation) {
  if (!operation.parameters) return;
  operation.parameters = operation.parameters.map((parameter) => {
    if (!('schema' in parameter)) return parameter;
    const { description, example, ...schema } = parameter.schema;
    return {
      ...(description && { description }),
      ...(example !== undefined && { example }),
      ...parameter,
      schema,
    };
  });
}

const mediaType = (produces: string) => produces.split(';', 1)[0] ?? '';

const LINES = {
  'application/x-ndjson': {
    schema: { type: 'string', description: 'The rows of `data`, a line of JSON each.', example: '{"id":"…"}\n' },
  },
};

const notModified = (policy: Policy) => ({
  description: 'Not modified: `If-None-Match` holds the current ETag. No body.',
  headers: successHeaders(policy),
});

/** Adds the parts that the generator lacks: statuses, error bodies, response headers, security. */
export function finish(path: string, method: string, operation: Operation) {
  const { 200: success } = operation.responses;
  const procedure = operation.operationId.replaceAll('-', '.');
  const policy = policyOf(procedure);
  const { status = 200, orStatus = status, rows, file, produces } = policy;
  operation.operationId = procedure.replaceAll('.', '_');
  operation.description = [operation.description, accessParagraph(policy, method)].filter(Boolean).join('\n\n');
  operation.security = securityOf(policy, method);
  if (rows) spreadRows(operation, rows);
  if (file) spreadFile(operation, file);
  if (method === 'delete' && !policy.inQuery) moveToBody(operation);
  if (policy.example) showExample(operation, policy.example);
  const done = {
    ...success,
    headers: { ...successHeaders(policy), ...success?.headers },
    ...(policy.lines && { content: { ...success?.content, ...LINES } }),
    ...(produces && { content: { [mediaType(produces)]: { schema: { type: 'string' } } } }),
  };
  const isConditional = 'ETag' in done.headers && method === 'get';
  if (isConditional) operation.parameters = [...(operation.parameters ?? []), ref('parameters', 'IfNoneMatch')];
  if (repeatable(policy)) operation.parameters = [...(operation.parameters ?? []), ref('parameters', 'IdempotencyKey')];
  describeParameters(operation);
  if (operation.parameters?.length === 0) delete operation.parameters;
  operation.responses = {
    [status]: done,
    [orStatus]: done,
    ...(isConditional && { 304: notModified(policy) }),
    ...errorResponses({ method, path, hasBody: operation.requestBody !== undefined, policy }),
  };
}
