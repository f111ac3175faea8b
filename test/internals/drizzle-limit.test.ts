import { expect, it } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { literalLimit } from '../../internals/drizzle-limit.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

it('a literal limit stands in the text of the statement, and holds', async () => {
  for (const _ of [1, 2, 3]) await portal.register();
  const query = portal.deps.database.accounts
    .select({ id: organizations.id })
    .from(organizations)
    .limit(literalLimit(2));

  expect(query.toSQL()).toEqual({ sql: expect.stringMatching(/ limit 2$/), params: [] });
  expect(await query).toHaveLength(2);
});
