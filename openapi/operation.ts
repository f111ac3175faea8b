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
  schema: JsonSchema;
}

interface Media {
  schema: JsonSchema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  description?: string;
  responses: Record<string, { description?: string; headers?: object }>;
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
  operation.parameters = Object.entries(others).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    schema,
  }));
}

const mediaType = (produces: string) => produces.split(';', 1)[0] ?? '';

const notModified = (policy: Policy) => ({
  description: 'Not modified: `If-None-Match` holds the current ETag. No body.',
  headers: successHeaders(policy),
});

/** Adds what the generator does not know: statuses, error bodies, response headers, security. */
export function finish(path: string, method: string, operation: Operation) {
  const { 200: success } = operation.responses;
  const procedure = operation.operationId.replaceAll('-', '.');
  const policy = policyOf(procedure);
  const { access, status = 200, orStatus = status, rows, produces } = policy;
  operation.operationId = procedure.replaceAll('.', '_');
  operation.description = [operation.description, accessParagraph(policy, method)].filter(Boolean).join('\n\n');
  operation.security = securityOf(access, method);
  if (rows) spreadRows(operation, rows);
  const done = {
    ...success,
    headers: { ...successHeaders(policy), ...success?.headers },
    ...(produces && { content: { [mediaType(produces)]: { schema: { type: 'string' } } } }),
  };
  const isConditional = 'ETag' in done.headers && method === 'get';
  if (isConditional) operation.parameters = [...(operation.parameters ?? []), ref('parameters', 'IfNoneMatch')];
  if (repeatable(policy)) operation.parameters = [...(operation.parameters ?? []), ref('parameters', 'IdempotencyKey')];
  if (operation.parameters?.length === 0) delete operation.parameters;
  operation.responses = {
    [status]: done,
    [orStatus]: done,
    ...(isConditional && { 304: notModified(policy) }),
    ...errorResponses({ method, path, hasBody: operation.requestBody !== undefined, policy }),
  };
}
