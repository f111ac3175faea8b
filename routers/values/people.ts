import { and, eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { accountQuery, placeholderValues } from '../../db/prepared.ts';
import { memberships, users } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { PortalError } from '../../server/errors.ts';
import { service } from '../../server/services.ts';
import type { Caller, HandlerDeps } from '../../server/trpc/context.ts';
import { Uuid } from './shapes.ts';

export const Person = z
  .object({
    id: Uuid.describe('Id of the user.'),
    name: z.string().nullable().meta({ description: 'Name of the user.', example: 'Dana Whitfield' }),
  })
  .nullable()
  .describe('The user; null when the account was deleted.');

const accountsById = accountQuery((db) =>
  db
    .select({ id: users.id, name: users.name, isMember: sql<boolean>`${memberships.id} is not null` })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.orgId, sql.placeholder('clientId'))))
    .where(sql`${users.id} in ${placeholderValues('ids', 'uuid')}`),
);

// Accounts are not tenant tables, so this query runs without a tenant. Never within a transaction: it has a connection
// of its own.
const accounts = service(({ database }) => accountsById(database.callers));

/** The people with these ids. A deleted account is null. */
export async function loadPeople({ deps, tenant }: { deps: HandlerDeps; tenant: Tenant }, ids: (string | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))];
  const { clientId } = tenant;
  const rows = known.length > 0 ? await deps.use(accounts).execute({ ids: makePgArray(known), clientId }) : [];
  const all = new Map(rows.map(({ id, name, isMember }) => [id, { person: { id, name }, isMember }]));
  const found = (id: string | null) => (id === null ? undefined : all.get(id));
  return {
    personOf: (id: string | null) => found(id)?.person ?? null,
    /** The same, for members of the organization only. */
    memberOf: (id: string | null) => (found(id)?.isMember ? (found(id)?.person ?? null) : null),
  };
}

/** The person who calls. @throws FORBIDDEN for an API key */
export function callingPerson(caller: Caller) {
  if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
  return caller.user.id;
}
