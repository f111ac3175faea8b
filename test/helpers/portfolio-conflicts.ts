import { randomUUID } from 'node:crypto';
import { connections, operatorGrants } from '../../db/schema/index.ts';
import { clientDb } from './client-db.ts';
import { limitedOperator, registerOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

async function withTakenName(on: Portal) {
  const chief = await registerOperator(on);
  const named = (await limitedOperator(on, chief, [])).portfolio;
  return { chief, named };
}

/** An operator deletes the grant with which a client is read that has left their portfolio. */
async function grantOfLostClient({ orgId: clientId }: Person, on: Portal) {
  const { operator } = await limitedOperator(on, await registerOperator(on), []);
  const id = randomUUID();
  const grant = { id, sealedCredential: 'none', operatorId: operator.userId };
  await on.deps.database.accounts.insert(operatorGrants).values(grant);
  const connection = { kind: 'google_analytics', label: 'Google Analytics', property: '1', operatorGrantId: id };
  await clientDb(on, clientId)
    .insert(connections)
    .values({ clientId, ...connection });
  return operator.del(`/api/operator/connections/${id}`);
}

/** What provokes the conflicts of portfolios. */
export const PORTFOLIO_CONFLICTS: Record<
  string,
  [code: string, provoke: (admin: Person, on: Portal) => ReturnType<Person['get']>]
> = {
  'POST /operator/portfolios': [
    'INVALID_TRANSITION',
    async (_admin, on) => {
      const { chief, named } = await withTakenName(on);
      return chief.post('/api/operator/portfolios', { name: named.name, clientIds: [] });
    },
  ],
  'PUT /operator/portfolios/{id}': [
    'INVALID_TRANSITION',
    async (_admin, on) => {
      const { chief, named } = await withTakenName(on);
      const { portfolio } = await limitedOperator(on, chief, []);
      return chief.put(`/api/operator/portfolios/${portfolio.id}`, { name: named.name });
    },
  ],
  'DELETE /operator/connections/{id}': ['INVALID_TRANSITION', grantOfLostClient],
};
