import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { clientWatch } from '../../routers/operator/client-watch.ts';
import { clientDb } from '../helpers/client-db.ts';
import { ingest } from '../helpers/content.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const task = (due: string, status = 'open') => ({
  ...record('action_item', { title: `Due ${due}`, due_date: due, status }),
  externalId: randomUUID(),
});
const day = (date: string, source: string, sessions: number) => ({
  ...record('website_daily', { date, source, sessions }),
  externalId: randomUUID(),
});

it('lists first who needs a look, and says why: broken connections, overdue tasks, falls, visits', async () => {
  const mark = randomUUID();
  const operator = await registerOperator(portal);
  const well = await portal.register({ orgName: `A ${mark}` });
  const late = await portal.register({ orgName: `B ${mark}` });
  const broken = await portal.register({ orgName: `C ${mark}` });
  await ingest(late, [task(daysAgo(3)), task(daysAgo(5), 'in_progress'), task(daysAgo(4), 'done'), task(daysAgo(-3))]);
  await ingest(broken, [
    day(daysAgo(2), 'plausible', 70),
    day(daysAgo(2), 'matomo', 40),
    day(daysAgo(30), 'plausible', 50),
    day(daysAgo(70), 'plausible', 900),
  ]);
  const pipeline = await broken.pipeline();
  await pipeline.post('/api/ingest/scans', scan({ externalId: 'one', completedAt: '2026-01-01T00:00:00Z' }));
  const lastSyncAt = new Date('2026-02-01T00:00:00Z');
  const of = { clientId: broken.orgId, label: 'example.com', property: 'example.com', lastSyncAt };
  await clientDb(portal, broken.orgId)
    .insert(connections)
    .values([
      { ...of, id: randomUUID(), kind: 'plausible' },
      { ...of, id: randomUUID(), kind: 'matomo', status: 'no_access', problem: 'credential_refused' },
    ]);

  await portal.deps.use(clientWatch).settle();
  const { data } = (await operator.get(`/api/operator/clients?search=${mark}&sort=-attention`)).json();
  const { data: state } = (await operator.get(`/api/operator/clients/${broken.orgId}/state`)).json();
  const { data: lateState } = (await operator.get(`/api/operator/clients/${late.orgId}/state`)).json();

  expect(data.map(({ id }: { id: string }) => id)).toEqual([broken.orgId, late.orgId, well.orgId]);
  expect(data[0]).toMatchObject({
    brokenConnections: ['matomo'],
    overdueItems: 0,
    lastDataAt: lastSyncAt.toISOString(),
    visits: 70,
    visitsBefore: 50,
  });
  expect(data[1]).toMatchObject({ brokenConnections: [], overdueItems: 2, lastDataAt: null, visits: null });
  expect(state).toMatchObject({
    members: [{ email: broken.email, role: 'admin' }],
    invitations: [],
    keys: [{ name: 'Pipeline' }, { name: 'Pipeline' }],
    connections: [{ kind: 'matomo', status: 'no_access' }, { kind: 'plausible' }],
    scans: [{ completedAt: '2026-01-01T00:00:00.000Z' }],
    lateTasks: [],
  });
  expect(lateState.lateTasks.map(({ dueDate }: { dueDate: string }) => dueDate)).toEqual([daysAgo(5), daysAgo(3)]);
});

it('shows invitations that have not been accepted, also those that were never mailed', async () => {
  const operator = await registerOperator(portal);
  const adminEmail = `${randomUUID()}@example.com`;
  const made = await operator.post('/api/operator/clients', { name: 'Not told', adminEmail, invite: false });
  const { id } = made.json().data;
  const invited = async () => (await operator.get(`/api/operator/clients/${id}/state`)).json().data.invitations;

  const unsent = await invited();
  await operator.post(`/api/operator/clients/${id}/invite`);

  expect(unsent).toMatchObject([{ email: adminEmail, role: 'admin', unsent: true }]);
  expect(await invited()).toMatchObject([{ email: adminEmail, unsent: false }]);
});
