import type { OpenAPIObject } from 'trpc-to-openapi';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { definitionOf, proceduresOf } from '../internals/trpc.ts';
import { appRouter } from '../routers/index.ts';
import { recordSchemas } from '../routers/ingest/records.ts';
import type { Access, Policy, RouteMeta } from '../server/trpc/rest.ts';
import { components } from './components.ts';
import { errorComponents, errorResponses, successHeaders } from './responses.ts';
import { webhookPath } from './webhook.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { description?: string; headers?: object }>;
  security?: object[];
  parameters?: { in: string; name: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema }> };
};

interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, object>;
}

const TAGS = {
  Authentication: 'Registering, signing in and out.',
  'Two-factor sign-in': 'A code at sign-in, from an authenticator or from a list of backup codes.',
  Account: 'One’s own profile, sessions, organizations and security trail.',
  Organization: 'The organization’s record, members, invitations, API keys and security trail.',
  Insights: 'Questions about one’s own figures, and their history.',
  Visibility: 'What the latest scan found, traffic and social profiles.',
  Analytics: 'Who comes, when, from where, and what is said elsewhere.',
  Dashboard: 'Figures, goals and tasks at a glance.',
  CMS: 'Pages from draft to publication, what they were, their scores, and templates for new ones.',
  Content: 'What to write next, the month’s plan, and how pages do.',
  Exports: 'The same to take away.',
  Billing: 'What the organization pays for, its invoices, and the way to the payment provider.',
  Ingest: 'The way in for pipelines, with an API key of scope `ingest`.',
};

const DESCRIPTION = `The back end of a client portal. Every route shows one organization its own data and nothing else.

Sign in with \`POST /auth/login\`; the session is a cookie. Pipelines send an API key as \`Authorization: Bearer pk_…\`.
The same procedures are served as tRPC under \`/trpc\`. Times are ISO 8601 in UTC, scores 0–100, confidences 0–1.`;

const procedures = proceduresOf(appRouter);

function policyOf(path: string): Policy {
  const procedure = procedures[path];
  return (procedure && definitionOf<RouteMeta>(procedure).meta) ?? {};
}

const SESSION = [{ session: [] }];
const KEY = [{ apiKey: [] }];

/** Who may call, as the document says it. Keys with the scope `read` open what members may only read. */
const securityOf = (access: Access | undefined, method: string) => {
  if (access === 'anyone') return [];
  if (access === 'pipeline') return KEY;
  return access === 'member' && method === 'get' ? [...SESSION, ...KEY] : SESSION;
};

/** The body of a route that takes rows is the rows alone; the rest of its input is in the query. */
function spreadRows(operation: Operation, rows: string) {
  const { [rows]: list = {}, ...others } = operation.requestBody?.content['application/json']?.schema.properties ?? {};
  operation.requestBody = {
    required: true,
    content: {
      'application/json': { schema: list },
      'application/x-ndjson': { schema: { type: 'string', description: 'One JSON record per line.' } },
    },
  };
  operation.parameters = Object.entries(others).map(([name, schema]) => ({ name, in: 'query', schema }));
}

const mediaType = (produces: string) => produces.split(';', 1)[0] ?? '';

/** What the generator cannot know: our statuses, our error bodies, the headers that answers have. */
function finish(path: string, method: string, operation: Operation) {
  const { 200: success } = operation.responses;
  const procedure = operation.operationId.replaceAll('-', '.');
  const policy = policyOf(procedure);
  const { access, status = 200, orStatus = status, rows, produces } = policy;
  operation.operationId = procedure.replaceAll('.', '_');
  operation.security = securityOf(access, method);
  if (rows) spreadRows(operation, rows);
  const done = {
    ...success,
    description: success?.description ?? 'OK',
    headers: { ...successHeaders(policy), ...success?.headers },
    ...(produces && { content: { [mediaType(produces)]: { schema: { type: 'string' } } } }),
  };
  operation.responses = {
    [status]: done,
    [orStatus]: done,
    ...('ETag' in done.headers &&
      method === 'get' && { 304: { description: 'What `If-None-Match` names still stands.' } }),
    ...errorResponses({ method, path, hasBody: operation.requestBody !== undefined, policy }),
  };
}

function build(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Client portal',
    description: DESCRIPTION,
    version: '1.0',
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'portal_session',
        description: 'Set by signing in; `portal_token` is accepted as well.',
      },
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: `pk_…`.' },
    },
  });
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) finish(path, method, operation as Operation);

  Object.assign(document.paths ?? {}, webhookPath);
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  // The generator's own error schemas describe another server.
  const named = Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  const schemas = { ...Object.fromEntries(named), ...recordSchemas, ...components.schemas };
  document.components = {
    ...document.components,
    ...components,
    schemas,
    responses: errorComponents,
  } as OpenAPIObject['components'] & object;
  return document;
}

// A format says what its long pattern repeats.
const terse = (_key: string, value: { format?: string; pattern?: string }) => {
  if (value?.format) delete value.pattern;
  return value;
};

/** The OpenAPI 3.1 document of the REST facade. */
export const document: OpenAPIObject = JSON.parse(JSON.stringify(build()), terse);
