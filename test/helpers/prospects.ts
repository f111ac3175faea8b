import { randomUUID } from 'node:crypto';
import { measurementRuns } from '../../db/schema/index.ts';
import type { MeasurementPlan } from '../../db/schema/measurement.ts';
import { clientDb } from './client-db.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

/** Makes a prospect, which has no answers to be measured with unless the fields say otherwise. */
export async function makeProspect(operator: Pick<Person, 'post'>, fields: object = {}) {
  const body = { name: `Prospect ${randomUUID()}`, status: 'prospect', monthlyAnswers: 0, ...fields };
  const response = await operator.post('/api/operator/clients', body);
  if (response.statusCode !== 201) throw new Error(`No prospect: ${response.body}`);
  return response.json().data as { id: string; name: string; prospectUntil: string };
}

/** Lets a client have been measured. */
export async function markMeasured(portal: Pick<Portal, 'deps'>, clientId: string) {
  const known = { competitors: [], listed: [], audit: null };
  const plan: MeasurementPlan = { ...known, queryMode: 'local_discovery', scores: 'own' };
  const ended = { status: 'completed' as const, finishedAt: new Date(), scanRunId: randomUUID() };
  await clientDb(portal, clientId)
    .insert(measurementRuns)
    .values({ clientId, trigger: 'person', plan, total: 100, ...ended });
}
