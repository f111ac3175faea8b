import { randomUUID } from 'node:crypto';
import {
  clientExports,
  operatorEvents,
  operatorGrants,
  operatorKeys,
  operators,
  organizations,
  users,
} from '../../../db/schema/index.ts';
import { registerOperator } from '../operators.ts';
import { by, type ListOfTheApi, minutesAgo, numbers } from './filling.ts';

/** Adds finished exports of the person's organization. */
export const fillExports: ListOfTheApi['fill'] = ({ deps }, { orgId }, count, from) =>
  deps.database.accounts.insert(clientExports).values(
    numbers(count, from).map((n) => ({
      orgId,
      page: '/',
      file: `${'f'.repeat(42)}${n % 10}`,
      status: 'ready' as const,
      createdAt: minutesAgo(n),
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  );

/** The lists of those who run the portal. They hold what every test has made, so they are read first. */
export const OPERATOR_LISTS: ListOfTheApi[] = [
  {
    path: '/operator/clients',
    fill: ({ deps }, _person, count, from) =>
      deps.database.accounts
        .insert(organizations)
        .values(numbers(count, from).map((n) => ({ name: `Client ${(n * 7) % 5}` }))),
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
  {
    path: '/operator/clients/{id}/exports',
    within: async (person) => person.orgId,
    fill: fillExports,
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
  {
    path: '/operator/users',
    fill: ({ deps }, _person, count, from) =>
      deps.database.accounts.insert(users).values(
        numbers(count, from).map((n) => ({
          email: `${(n * 7) % 5}-${randomUUID()}@example.com`,
          passwordHash: 'none',
        })),
      ),
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
  {
    path: '/operator/keys',
    async fill({ deps }, person, count, from) {
      const maker = { userId: person.userId, role: 'operator' as const };
      await deps.database.accounts.insert(operators).values(maker).onConflictDoNothing();
      const key = { scopes: ['ingest' as const], prefix: 'ok_', createdBy: person.userId };
      await deps.database.accounts
        .insert(operatorKeys)
        .values(
          numbers(count, from).map((n) => ({ ...key, name: `Key ${n}`, hash: randomUUID(), createdAt: minutesAgo(n) })),
        );
    },
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
  {
    path: '/operator/connections',
    fill: ({ deps }, _person, count, from) =>
      deps.database.accounts
        .insert(operatorGrants)
        .values(
          numbers(count, from).map((n) => ({ id: randomUUID(), sealedCredential: 'none', createdAt: minutesAgo(n) })),
        ),
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
  {
    path: '/operator/activity',
    fill: ({ deps }, { orgId }, count, from) =>
      deps.database.accounts
        .insert(operatorEvents)
        .values(numbers(count, from).map((n) => ({ type: 'client_updated', orgId, at: minutesAgo(n) }))),
    idsOf: by('id'),
    reader: (_person, portal) => registerOperator(portal),
  },
];
