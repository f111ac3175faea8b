import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { limitedOperator, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

it('rows of an operator’s clients are looked up in a hash table, which takes thousands of clients', async () => {
  const client = await portal.register();
  const { operator } = await limitedOperator(portal, await registerOperator(portal), [client.orgId]);
  const { clients } = portal.deps.database.within({ operatorId: operator.userId });

  const plan = await clients.execute(sql`explain select from reviews`);

  expect(JSON.stringify(plan)).toContain('hashed SubPlan');
});
