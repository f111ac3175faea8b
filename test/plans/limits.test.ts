import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startMatomo } from '../../demo/services/matomo/server.ts';
import { startUmami } from '../../demo/services/umami/server.ts';
import { API_KEY, connectPlausible, plausibleForThisTest } from '../helpers/connections.ts';
import { MEASUREMENT } from '../helpers/engines.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

/** An administrator whose organization an operator limits. */
async function limited(grants: Record<string, number | null>) {
  const admin = await portal.register();
  await limit(admin, grants);
  return admin;
}

const limit = ({ orgId }: Person, grants: Record<string, number | null>) =>
  operator.put(`/api/operator/clients/${orgId}`, { grants });
const useOf = async (admin: Person, name: string) =>
  (await admin.get('/api/billing/subscription')).json().subscription.grants[name];
const tally = (answers: Parameters<typeof outcome>[0][]) =>
  Object.fromEntries([...Map.groupBy(answers, outcome)].map(([seen, of]) => [seen, of.length]));
const ask = (admin: Person, text: string) =>
  admin.post(`${MEASUREMENT}/prompts`, { text, queryMode: 'local_discovery' });

it('changes the numbers of a client that are sent, and takes one back by null', async () => {
  const admin = await limited({ members: 7, prompts: 3 });

  const changed = await limit(admin, { members: null, connections: 0 });
  const wrong = await limit(admin, { members: -1 });

  expect(changed.json().data.grants).toEqual({ prompts: 3, connections: 0 });
  expect(outcome(wrong)).toBe('400 VALIDATION_ERROR');
  expect(await useOf(admin, 'members')).toEqual({ limit: null, used: 1 });
});

it('of connections at once makes as many as the plan has room for, and mends one when it is full', async () => {
  const plausible = await plausibleForThisTest([]);
  const umami = await startUmami({ sites: { 7: { apiKey: API_KEY, visits: [] } } });
  const matomo = await startMatomo({ sites: { 7: { name: 'Website', token: API_KEY, visits: [] } } });
  onTestFinished(async () => {
    await Promise.all([umami.close(), matomo.close()]);
  });
  const admin = await limited({ connections: 2 });
  const connect = (kind: string, { url }: { url: string }) =>
    admin.post('/api/connections', { kind, url, siteId: '7', apiKey: API_KEY });
  const connectAll = () =>
    Promise.all([connectPlausible(admin, plausible), connect('umami', umami), connect('matomo', matomo)]);

  const first = await connectAll();
  const second = await connectAll();

  expect(tally(first)).toEqual({ '201': 2, '403 PLAN_LIMIT': 1 });
  expect(second.map(outcome)).toEqual(first.map(outcome));
  expect(await useOf(admin, 'connections')).toEqual({ limit: 2, used: 2 });
});

it('of 20 questions at once makes as many as the plan grants, and lets active ones be changed past it', async () => {
  const admin = await limited({ prompts: 6 });

  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => ask(admin, `Question ${number}`)));
  const made = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().data.id);
  await limit(admin, { prompts: 3 });
  const reworded = await admin.put(`${MEASUREMENT}/prompts/${made[0]}`, { text: 'Another question' });
  const off = await admin.put(`${MEASUREMENT}/prompts/${made[1]}`, { active: false });
  const on = await admin.put(`${MEASUREMENT}/prompts/${made[1]}`, { active: true });

  expect(tally(answers)).toEqual({ '201': 6, '403 PLAN_LIMIT': 14 });
  expect([reworded, off, on].map(outcome)).toEqual(['200', '200', '403 PLAN_LIMIT']);
  expect(await useOf(admin, 'prompts')).toEqual({ limit: 3, used: 5 });
});

it('holds a scheduled report past the plan with the reason, and lets it go once there is room', async () => {
  const { makeSchedule, runPlanned, reportsOf } = await agencyOf(portal);
  const admin = await limited({ reportsAMonth: 1 });
  const schedules = [];
  for (let number = 1; number <= 3; number++) schedules.push(await makeSchedule({ clients: { ids: [admin.orgId] } }));

  await Promise.all(schedules.map(runPlanned));
  await Promise.all(schedules.map(runPlanned));
  const reports = await reportsOf(admin.orgId);
  const [held] = reports.filter(({ status }) => status === 'held');
  const approve = () => operator.post(`/api/operator/reports/${held?.id}/approve`);
  const refused = await approve();
  await limit(admin, { reportsAMonth: 2 });
  const approved = await Promise.all([approve(), approve()]);

  expect(reports.map(({ status }) => status).sort()).toEqual(['approved', 'held', 'held']);
  expect(held?.reason).toBe('The reports of this month that the plan grants were used up.');
  expect([refused.statusCode, refused.json().limit]).toEqual([403, 'reportsAMonth']);
  expect(approved.map(outcome)).toEqual(['200', '200']);
  expect(await useOf(admin, 'reportsAMonth')).toEqual({ limit: 2, used: 2 });
});
