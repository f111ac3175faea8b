import { randomUUID } from 'node:crypto';
import { organizations, portfolioClients, portfolios } from '../../../db/schema/index.ts';
import { registerOperator } from '../operators.ts';
import { by, inside, type ListOfTheApi, numbers } from './filling.ts';

const reader: ListOfTheApi['reader'] = (_person, portal) => registerOperator(portal);

const madeFor = new Map<string, string>();

/** The lists of portfolios. */
export const PORTFOLIO_LISTS: ListOfTheApi[] = [
  {
    path: '/operator/portfolios',
    fill: ({ deps }, _person, count, from) =>
      deps.database.accounts
        .insert(portfolios)
        .values(numbers(count, from).map((n) => ({ name: `${(n * 7) % 5} ${randomUUID()}` }))),
    idsOf: by('id'),
    reader,
  },
  {
    path: '/operator/portfolios/{id}/overview',
    async within({ userId }, { deps }) {
      const id = randomUUID();
      await deps.database.accounts.insert(portfolios).values({ id, name: `Overview ${id}` });
      madeFor.set(userId, id);
      return id;
    },
    async fill({ deps }, { userId }, count, from) {
      const { accounts } = deps.database;
      const names = numbers(count, from).map((n) => ({ name: `Location ${(n * 7) % 5}` }));
      const made = await accounts.insert(organizations).values(names).returning({ orgId: organizations.id });
      const portfolioId = madeFor.get(userId) ?? '';
      await accounts.insert(portfolioClients).values(made.map(({ orgId }) => ({ portfolioId, orgId })));
    },
    idsOf: inside('clients', 'id'),
    reader,
  },
];
