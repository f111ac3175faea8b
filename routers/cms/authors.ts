import { sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { accountQuery, placeholderValues } from '../../db/prepared.ts';
import { users } from '../../db/schema/index.ts';
import { service } from '../../server/services.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';

const names = accountQuery((db) =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} in ${placeholderValues('ids', 'uuid')}`),
);

// Accounts are not tenant tables, so this query runs without a tenant; the ids come from the client's pages.
const authors = service(({ database }) => names(database.callers));

/** The authors of pages. A deleted account is null. */
export async function loadAuthors({ deps }: { deps: HandlerDeps }, userIds: (string | null)[]) {
  const ids = makePgArray([...new Set(userIds.filter((id) => id !== null))]);
  const rows = await deps.use(authors).execute({ ids });
  const authorsById = new Map(rows.map(({ id, name }) => [id, { name }]));
  return {
    authorOf(id: string | null) {
      const author = id === null ? undefined : authorsById.get(id);
      return id !== null && author ? { id, name: author.name } : null;
    },
  };
}

export type Authors = Awaited<ReturnType<typeof loadAuthors>>;
