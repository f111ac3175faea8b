import { randomUUID } from 'node:crypto';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { appRouter } from '../../routers/index.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';
import type { operations } from './documented.ts';
import type { Person } from './people.ts';

type Fields = Record<string, unknown>;

/** What no example can hold, as it belongs to the caller; no two organizations have the same address or external id. */
const ownValues = ({ password, orgId }: Pick<Person, 'password' | 'orgId'>): Fields => ({
  email: `${randomUUID()}@example.com`,
  adminEmail: `${randomUUID()}@example.com`,
  externalId: randomUUID(),
  password,
  currentPassword: password,
  orgId,
  ids: [orgId],
  clientIds: [orgId],
});

/**
 * The body that the document shows for an operation, with the caller's own values in place of those of the example.
 * Every test that goes over all routes sends it; without a body it is undefined.
 */
export function exampleBody(
  { operation }: Pick<(typeof operations)[number], 'operation'>,
  person: Pick<Person, 'password' | 'orgId'>,
  more: Fields = {},
) {
  const example = operation.requestBody?.content['application/json']?.example;
  if (typeof example !== 'object' || example === null) return undefined;
  const own = { ...ownValues(person), ...more };
  const filled = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name in own ? own[name] : value]));
  return Array.isArray(example) ? example.map(filled) : filled(example);
}

const queries = new Map(
  Object.entries(proceduresOf(appRouter)).map(([path, procedure]) => [
    path.replaceAll('.', '_'),
    definitionOf<RouteMeta>(procedure).meta?.example?.query,
  ]),
);

/**
 * The query string of the example in an operation's metadata. Examples of fields narrow what is found: they stay out.
 */
export function exampleQuery({ operation: { operationId = '' } }: Pick<(typeof operations)[number], 'operation'>) {
  const query = Object.entries(queries.get(operationId) ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return query.length > 0 ? `?${query.join('&')}` : '';
}
