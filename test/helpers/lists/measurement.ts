import { randomUUID } from 'node:crypto';
import { measurementAnswers, measurementPrompts, measurementRuns } from '../../../db/schema/index.ts';
import type { MeasurementPlan } from '../../../db/schema/measurement.ts';
import { clientDb } from '../client-db.ts';
import type { Person } from '../people.ts';
import type { Portal } from '../portal.ts';
import { by, type ListOfTheApi, minutesAgo, numbers } from './filling.ts';

const plan: MeasurementPlan = {
  competitors: [],
  listed: [],
  queryMode: 'local_discovery',
  audit: null,
  scores: 'pipeline',
};

/** Stores ended runs of a client, and returns their ids. */
export async function storeRuns(portal: Portal, { orgId: clientId }: Pick<Person, 'orgId'>, createdAt: Date[]) {
  const ended = { clientId, status: 'failed' as const, trigger: 'person' as const, plan, total: 1 };
  const rows = createdAt.map((at) => ({ ...ended, createdAt: at, finishedAt: at }));
  return clientDb(portal, clientId).insert(measurementRuns).values(rows).returning({ id: measurementRuns.id });
}

/** The lists of the portal's own measurements. */
export const MEASUREMENT_LISTS: ListOfTheApi[] = [
  {
    path: '/visibility/measurement/prompts',
    fill: (portal, { orgId: clientId }, count, from) =>
      clientDb(portal, clientId)
        .insert(measurementPrompts)
        .values(
          numbers(count, from).map((n) => ({
            clientId,
            text: `Question ${n}`,
            questionKey: `question ${n}`,
            queryMode: 'local_discovery' as const,
            createdAt: minutesAgo(n),
          })),
        ),
    idsOf: by('id'),
  },
  {
    path: '/visibility/measurement/runs',
    fill: (portal, person, count, from) => storeRuns(portal, person, numbers(count, from).map(minutesAgo)),
    idsOf: by('id'),
  },
  {
    path: '/visibility/measurement/runs/{id}/answers',
    within: async (person, portal) => (await storeRuns(portal, person, [new Date()]))[0]?.id ?? '',
    async fill(portal, person, count, from) {
      const db = clientDb(portal, person.orgId);
      const [run] = await db.select({ id: measurementRuns.id }).from(measurementRuns);
      const runId = run?.id ?? '';
      await db.insert(measurementAnswers).values(
        numbers(count, from).map((number) => ({
          clientId: person.orgId,
          runId,
          number,
          engine: 'openai',
          promptId: randomUUID(),
          prompt: `Question ${number}`,
          status: 'answered' as const,
          askedAt: minutesAgo(number),
          model: 'a-model',
          answer: 'An answer.',
        })),
      );
    },
    idsOf: by('id'),
  },
];
