import type { AccountDb } from '../../db/handles.ts';
import { portfolioClients, portfolioOperators, portfolios } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';

const SINCE = 90;
const CLIENTS = 5;

/** Seeds a group of clients, to which an operator is limited. */
export async function seedPortfolio(tx: AccountDb, clients: { clientId: string }[], operatorId: string, now: Date) {
  const createdAt = momentAgo(now, SINCE);
  const [made] = await tx
    .insert(portfolios)
    .values({ name: 'Region East', createdAt, updatedAt: createdAt })
    .returning({ id: portfolios.id });
  if (!made) throw new Error('The portfolio of the demo was not inserted.');
  await tx
    .insert(portfolioClients)
    .values(clients.slice(0, CLIENTS).map(({ clientId: orgId }) => ({ portfolioId: made.id, orgId })));
  await tx.insert(portfolioOperators).values({ operatorId, portfolioId: made.id });
}
