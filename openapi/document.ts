import type { OpenAPIObject } from 'trpc-to-openapi';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { appRouter } from '../routers/index.ts';
import { recordSchemas } from '../routers/ingest/records.ts';
import { securitySchemes } from './access.ts';
import { components } from './components.ts';
import { eventHeaders, events } from './events.ts';
import { exampleOf } from './examples.ts';
import type { NamedSchemas } from './json-schema.ts';
import { finish, type Operation } from './operation.ts';
import { errorComponents } from './responses.ts';
import { tidy } from './tidy.ts';
import { webhookPath } from './webhook.ts';

const TAGS = {
  Authentication: 'Registration, sign-in and sign-out, passwords and email addresses.',
  'Two-factor sign-in': 'A second step at sign-in: codes of an authenticator, and backup codes.',
  Passkeys: 'Keys of devices that sign in instead of a password and a code.',
  Account: 'Profile, sessions and security activity of the signed-in person.',
  Organization: 'Record, members, invitations, API keys and security activity of the organization.',
  Insights: 'Questions about the figures of the organization, and their history.',
  Visibility: 'Results of the latest scan, website traffic and social profiles.',
  Measurement: 'What the portal asks AI assistants by itself: questions, schedule, budget and runs.',
  Analytics: 'Visitors by hour and source, and reviews on other sites.',
  Annotations: 'Notes on charts: what happened on which day.',
  Alerts: 'Figures that somebody wants to be told of, and when that was.',
  Dashboard: 'Key figures, goals, tasks and return on investment.',
  CMS: 'Pages from draft to publication, with versions, scores and templates.',
  Connections: 'Tools that figures come from by themselves, every day.',
  Content: 'Content suggestions, the content calendar and the performance of pages.',
  Exports: 'Goals as CSV, and the visibility report as PDF.',
  Reports: 'Reports that the agency sent, and links that open them.',
  Billing: 'Subscription, invoices and the customer portal of the payment provider.',
  Webhooks: 'Addresses that receive events, and their deliveries.',
  Operator: 'For the company that runs the portal: its clients and its actions on them.',
  Imports: 'Files of records that administrators take in.',
  Ingest: 'Data from pipelines, sent with an API key of scope `ingest`.',
};

const DESCRIPTION = `The API of a client portal. Every route returns the data of one organization only, except those under \`/operator\`,
which are for the company that runs the portal.

Sign in with \`POST /auth/login\`, which sets a session cookie. Pipelines send an API key as \`Authorization: Bearer pk_…\`.
Lists take \`limit\` and \`after\`. While \`X-Has-More\` is \`true\`, the header \`Link\` has the address of the next page; a cursor
that the list did not write is \`INVALID_CURSOR\`.

The same procedures are served as tRPC under \`/trpc\`; a single call has these headers too, a batch of several calls does
not. Times are ISO 8601 in UTC, scores 0–100, confidences 0–1.`;

type Paths = Record<string, Record<string, Operation>>;

/** Gives every JSON body an example, and bodies of rows one with a record per line. */
function addExamples(paths: Paths, schemas: NamedSchemas) {
  for (const { requestBody } of Object.values(paths).flatMap(Object.values<Operation>)) {
    const { 'application/json': json, 'application/x-ndjson': lines } = requestBody?.content ?? {};
    const example = json && (json.example ?? exampleOf(json.schema, schemas));
    if (json && example !== undefined) json.example = example;
    if (lines && Array.isArray(example)) lines.example = example.map((row) => JSON.stringify(row)).join('\n');
  }
}

function generate(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Client portal',
    description: DESCRIPTION,
    version: '1.0',
    contact: { name: 'Client portal' },
    license: { name: 'MIT', identifier: 'MIT' },
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes,
  });
  const paths = document.paths as Paths;
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) finish(path, method, operation);

  Object.assign(paths, webhookPath);
  document.webhooks = events as OpenAPIObject['webhooks'] & object;
  document.servers = [{ url: '/api', description: 'This portal.' }];
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  // The generator's own error schemas describe another server.
  const named = Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  const schemas = { ...Object.fromEntries(named), ...recordSchemas(), ...components.schemas };
  document.components = {
    ...document.components,
    ...components,
    parameters: { ...components.parameters, ...eventHeaders },
    schemas,
    responses: errorComponents,
  } as OpenAPIObject['components'] & object;
  return document;
}

function build(): OpenAPIObject {
  const document: OpenAPIObject = JSON.parse(JSON.stringify(generate()), tidy);
  const schemas = document.components?.schemas as NamedSchemas;
  for (const requests of [document.paths, document.webhooks]) addExamples(requests as Paths, schemas);
  return document;
}

/** The OpenAPI 3.1 document of the REST facade. */
export const document: OpenAPIObject = build();
