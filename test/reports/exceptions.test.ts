import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportCommands } from '../../routers/reports/command.ts';
import { reportPlanner } from '../../routers/reports/plan.ts';
import { eraseAfterGrace } from '../helpers/archives.ts';
import { limitedOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';
import { runCommand } from '../helpers/shell.ts';
import { outcome } from '../helpers/wire.ts';

// The planner looks at all schedules of a database.
const portal = portalForThisFile({ own: true, restricted: true });

const command = reportCommands['reports run'];
const SCHEDULES = '/api/operator/report-schedules';

let agency: Awaited<ReturnType<typeof agencyOf>>;
beforeAll(async () => {
  agency = await agencyOf(portal);
});

/** A tag of its own and clients that have it, one for each time zone. */
async function tagged(...zones: string[]) {
  const tag = randomUUID().slice(0, 8);
  const clients: Awaited<ReturnType<typeof portal.register>>[] = [];
  for (const timezone of zones) {
    const client = await portal.register({ orgName: `Client ${clients.length} ${tag}` });
    await agency.operator.put(`/api/operator/clients/${client.orgId}`, { tags: [tag], timezone });
    clients.push(client);
  }
  return { tag, clients, ids: clients.map(({ orgId }) => orgId) };
}

/** Every week, four days ahead, so that no clock has reached it and no draft is due yet. */
const weekly = () => ({ every: 'week', day: ((new Date().getUTCDay() + 3) % 7) + 1, hour: 8, review: true });

const counted = async (ids: string[]) => (await Promise.all(ids.map(agency.reportsOf))).map(({ length }) => length);
const show = async (id: string) =>
  (await agency.operator.get(SCHEDULES)).json().data.find((schedule: { id: string }) => schedule.id === id);

describe('A client that a schedule leaves out', () => {
  it('is not counted for its next hour', async () => {
    const { tag, ids } = await tagged('Asia/Tokyo', 'America/New_York');
    const { id, nextRunAt } = await agency.makeSchedule({ clients: { tags: [tag] }, ...weekly() });
    const nextWithout = async (except: string[]) =>
      (await agency.operator.put(`${SCHEDULES}/${id}`, { clients: { tags: [tag], except } })).json().data.nextRunAt;

    const [tokyo = ''] = ids;
    const later = await nextWithout([tokyo]);
    const never = await nextWithout(ids);

    expect(Date.parse(later) - Date.parse(nextRunAt)).toBeGreaterThanOrEqual(13 * 3_600_000);
    expect(never).toBeNull();
  });

  it.each(['all', 'tags'])('of %s gets no draft, is not run, and is not named by a dry run', async (whom) => {
    const { tag, clients, ids } = await tagged('UTC', 'UTC', 'UTC');
    const [, out] = clients;
    const clientsOf = { ...(whom === 'all' ? { all: true } : { tags: [tag] }), except: [out?.orgId] };
    const planned = await agency.makeSchedule({ clients: clientsOf, ...weekly() });
    const run = await agency.makeSchedule({ clients: clientsOf, ...weekly() });

    const dry = await runCommand(command, portal, '--schedule', run.id, '--now', '--dry-run');
    await portal.deps.use(reportPlanner).plan(Date.parse(planned.nextRunAt) - 30 * 3_600_000);
    const drafts = await counted(ids);
    await agency.runPlanned(run);
    const after = await counted(ids);
    for (const { id } of [planned, run]) await agency.operator.del(`${SCHEDULES}/${id}`);

    const named = ids.map((_, n) => dry.some((line) => line.startsWith(`${clients[n]?.orgName}: `)));
    expect({ named, drafts, after }).toEqual({ named: [true, false, true], drafts: [2, 0, 2], after: [2, 0, 2] });
  });

  it('gets another report by a schedule of its own', async () => {
    const { tag, ids } = await tagged('UTC', 'UTC');
    const [usual = '', special = ''] = ids;
    const { id: templateId } = await agency.makeTemplate({ name: 'Of its own' });
    const others = await agency.makeSchedule({ clients: { tags: [tag], except: [special] }, review: true });
    const own = await agency.makeSchedule({ clients: { ids: [special] }, templateId, review: true });

    await agency.runPlanned(others);
    await agency.runPlanned(own);

    const found = await Promise.all([usual, special].map(agency.reportsOf));
    expect(found.map((reports) => reports.map(({ name }) => name))).toEqual([['Monthly report'], ['Of its own']]);
  });
});

describe('The clients that a schedule leaves out', () => {
  it('stay when other fields change, are named once, and go with the clients that it is for', async () => {
    const [birch, alder] = [await portal.register({ orgName: 'Birch' }), await portal.register({ orgName: 'Alder' })];
    const [first, second] = [alder.orgId, birch.orgId];
    const named = [second, first, second, second.toUpperCase()];
    const made = await agency.makeSchedule({ clients: { all: true, except: named } });
    const change = async (fields: object) =>
      (await agency.operator.put(`${SCHEDULES}/${made.id}`, fields)).json().data.clients;

    const kept = await change({ hour: 9 });
    const tags = await change({ clients: { tags: ['north'], except: [first] } });
    const chosen = await change({ clients: { ids: [first] } });
    const all = await change({ clients: { all: true } });
    const none = await change({ clients: { all: true, except: [] } });
    await agency.operator.del(`${SCHEDULES}/${made.id}`);

    expect(made).toMatchObject({
      clients: { all: true, except: [second, first] },
      clientNames: [
        { id: first, name: 'Alder' },
        { id: second, name: 'Birch' },
      ],
    });
    expect(kept).toEqual({ all: true, except: [second, first] });
    expect(tags).toEqual({ tags: ['north'], except: [first] });
    expect([chosen, all, none]).toEqual([{ ids: [first] }, { all: true }, { all: true }]);
  });

  it.each([
    ['of nobody', { all: true, except: [randomUUID()] }, 'clients.except', 'must be the ids of clients'],
    ['that is none', { all: true, except: ['Alder'] }, 'clients.except.0', 'Invalid UUID'],
    [
      'too many',
      { tags: ['north'], except: Array.from({ length: 501 }, () => randomUUID()) },
      'clients.except',
      'Too big: expected array to have <=500 items',
    ],
    [
      'beside chosen clients',
      { ids: [randomUUID()], except: [randomUUID()] },
      'clients',
      'can have except beside all and tags, not beside ids',
    ],
  ])('are refused with an id %s', async (_what, clients, path, message) => {
    const { id } = await agency.makeSchedule({ clients: { tags: ['nobody'] } });
    const { id: templateId } = await agency.makeTemplate();
    const fields = { templateId, every: 'month', day: 1, hour: 8, recipients: 'members' };

    const answers = [
      await agency.operator.post(SCHEDULES, { ...fields, clients }),
      await agency.operator.put(`${SCHEDULES}/${id}`, { clients }),
    ];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
    expect(answers[0]?.json().issues).toEqual([{ path, message }]);
    expect((await show(id)).clients).toEqual({ tags: ['nobody'] });
  });

  it('are without one that is erased', async () => {
    const [erased, other] = [await portal.register({ orgName: 'Erased' }), await portal.register()];
    const [both, one] = [[other.orgId, erased.orgId], [erased.orgId]];
    const made = [
      await agency.makeSchedule({ clients: { tags: ['nobody'], except: both } }),
      await agency.makeSchedule({ clients: { tags: ['nobody'], except: one } }),
    ];

    await agency.operator.post(`/api/operator/clients/${erased.orgId}/erase`, { name: 'Erased' });
    await eraseAfterGrace(portal, erased);

    const left = await Promise.all(made.map(({ id }) => show(id)));
    expect(left.map(({ clients }) => clients)).toEqual([
      { tags: ['nobody'], except: [other.orgId] },
      { tags: ['nobody'] },
    ]);
  });
});

it('an operator with portfolios leaves out clients of their own, and cannot tell others from unknown ones', async () => {
  const [stays, leaves, foreign] = [await portal.register(), await portal.register(), await portal.register()];
  const { operator, portfolio } = await limitedOperator(portal, agency.operator, [stays.orgId, leaves.orgId]);
  const { id: templateId } = await agency.makeTemplate();
  const fields = { templateId, every: 'month', day: 1, hour: 8, recipients: 'members', review: true };
  const make = (except: string[]) => operator.post(SCHEDULES, { ...fields, clients: { all: true, except } });

  const refused = [await make([foreign.orgId]), await make([randomUUID()])];
  const made = (await make([leaves.orgId])).json().data;
  const at = `${SCHEDULES}/${made.id}`;
  const changed = await operator.put(at, { clients: { all: true, except: [foreign.orgId] } });
  await operator.post(`${at}/run`);
  const reports = await counted([stays, leaves, foreign].map(({ orgId }) => orgId));
  await agency.operator.put(`/api/operator/portfolios/${portfolio.id}`, { clientIds: [stays.orgId] });
  const [shown] = (await operator.get(SCHEDULES)).json().data;

  expect(new Set([...refused, changed].map(({ body }) => body))).toEqual(new Set([refused[0]?.body]));
  expect(refused.map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
  expect(made.clients).toEqual({ all: true, except: [leaves.orgId] });
  expect(reports).toEqual([1, 0, 0]);
  expect(shown).toMatchObject({ id: made.id, clients: { all: true }, clientNames: [] });
  expect(JSON.stringify(shown)).not.toContain(leaves.orgId);
});
