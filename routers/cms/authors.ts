import { eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { accountQuery, placeholderValues } from '../../db/prepared.ts';
import { organizations, users } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { service } from '../../server/services.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';

const namesAndSite = accountQuery((db) =>
  db
    .select({ id: users.id, name: users.name, website: organizations.website })
    .from(organizations)
    .leftJoin(users, sql`${users.id} in ${placeholderValues('ids', 'uuid')}`)
    .where(eq(organizations.id, sql.placeholder('clientId'))),
);

// Accounts are not tenant tables, so this query runs without a tenant and filters by client itself.
const authors = service(({ database }) => namesAndSite(database.callers));

/** The authors of pages and the client's website. A deleted account is null. */
export async function loadAuthors({ deps, tenant }: { deps: HandlerDeps; tenant: Tenant }, userIds: (string | null)[]) {
  const ids = makePgArray([...new Set(userIds.filter((id) => id !== null))]);
  const rows = await deps.use(authors).execute({ ids, clientId: tenant.clientId });
  const authorsById = new Map(rows.map(({ id, name }) => [id, { name }]));
  return {
    website: rows[0]?.website ?? null,
    authorOf(id: string | null) {
      const author = id === null ? undefined : authorsById.get(id);
      return id !== null && author ? { id, name: author.name } : null;
    },
  };
}

export type Authors = Awaited<ReturnType<typeof loadAuthors>>;
