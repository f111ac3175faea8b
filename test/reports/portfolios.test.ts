import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { tellReviewers } from '../../routers/reports/tell-reviewers.ts';
import { limitedOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, MONTHLY, storeReport } from '../helpers/reports.ts';
import { runCommand } from '../helpers/shell.ts';

// The planner looks at all schedules of a database.
const portal = portalForThisFile({ own: true, restricted: true });

const SCHEDULES = '/api/operator/report-schedules';

let chief: Person;
let templateId: string;
let own: Person;
let foreign: Person;
let maker: Awaited<ReturnType<typeof limitedOperator>>;
beforeAll(async () => {
  const agency = await agencyOf(portal);
  chief = agency.operator;
  templateId = (await agency.makeTemplate()).id;
});
beforeEach(async () => {
  [own, foreign] = [await portal.register(), await portal.register()];
  maker = await limitedOperator(portal, chief, [own.orgId]);
});

const clientsOfPortfolio = ({ portfolio }: typeof maker, clientIds: string[]) =>
  chief.put(`/api/operator/portfolios/${portfolio.id}`, { clientIds });

async function make(sender: Pick<Person, 'post'>, fields: object) {
  const answer = await sender.post(SCHEDULES, { ...MONTHLY, templateId, ...fields });
  return { answer, id: answer.json().data?.id as string, at: `${SCHEDULES}/${answer.json().data?.id}` };
}

/** A schedule as somebody finds it in the list. */
async function listed({ get }: Pick<Person, 'get'>, id: string) {
  const answer = await get(`${SCHEDULES}?limit=100`);
  expect(answer.statusCode).toBe(200);
  return answer.json().data.find((one: { id: string }) => one.id === id);
}

describe('A schedule whose clients have left the portfolios of its maker', () => {
  it('is listed without them, over REST and tRPC, and is changed and deleted', async () => {
    const { id, at } = await make(maker.operator, { clients: { ids: [own.orgId] } });
    await clientsOfPortfolio(maker, []);

    const seen = await Promise.all([chief, maker.operator].map((reader) => listed(reader, id)));
    const called = await chief.get('/trpc/operator.reportSchedules.list');
    const changed = await chief.put(at, { hour: 9 });
    const gone = await chief.del(at);

    const nobody = { clients: { ids: [] }, clientNames: [], nextRunAt: null };
    expect(seen).toMatchObject([nobody, nobody]);
    expect(called.json().result.data.data).toContainEqual(seen[0]);
    expect([changed.statusCode, gone.statusCode]).toEqual([200, 200]);
    expect(changed.json().data).toMatchObject({ ...nobody, hour: 9 });
  });

  it('has them again when they come back', async () => {
    const { id } = await make(maker.operator, { clients: { ids: [own.orgId] } });
    await clientsOfPortfolio(maker, []);
    await clientsOfPortfolio(maker, [own.orgId]);

    expect(await listed(maker.operator, id)).toMatchObject({ clients: { ids: [own.orgId] } });
  });

  it('shows another operator who has them in a portfolio as well what it is for, and is run by them', async () => {
    const other = await limitedOperator(portal, chief, [own.orgId]);
    const { id, at, answer } = await make(maker.operator, { clients: { ids: [own.orgId] } });

    expect(await listed(other.operator, id)).toEqual(answer.json().data);
    expect((await other.operator.post(`${at}/run`)).json().data).toEqual({ planned: 1 });
  });
});

describe('A schedule whose maker has lost the role', () => {
  it('is for nobody, until an operator of all clients says for whom: it is theirs from then on', async () => {
    const { id, at } = await make(maker.operator, { clients: { all: true } });
    await runCommand(operatorCommands['operator remove'], portal, maker.operator.email);

    const edited = await chief.put(at, { hour: 9 });
    const taken = await chief.put(at, { clients: { ids: [own.orgId, foreign.orgId] } });

    expect(edited.json().data).toMatchObject({ hour: 9, nextRunAt: null });
    expect([taken.statusCode, taken.json().data?.clientNames?.length]).toEqual([200, 2]);
    expect((await chief.put(at, { hour: 10 })).json().data.nextRunAt).not.toBeNull();
    expect(await listed(chief, id)).toMatchObject({ hour: 10, clients: { ids: [own.orgId, foreign.orgId] } });
  });
});

describe('The clients that are sent for a schedule', () => {
  it.each(['ids', 'except'] as const)('as %s are refused where its maker does not reach them', async (field) => {
    const clientsOf = (ids: string[]) => ({ clients: field === 'ids' ? { ids } : { all: true, except: ids } });
    const { id, at } = await make(maker.operator, clientsOf([own.orgId]));
    const before = await listed(chief, id);

    const refused = await Promise.all(
      [foreign.orgId, randomUUID()].flatMap((one) =>
        [chief, maker.operator].map((sender) => sender.put(at, clientsOf([one, own.orgId]))),
      ),
    );
    const kept = await chief.put(at, clientsOf([own.orgId]));

    const issues = [{ path: `clients.${field}`, message: 'must be the ids of clients' }];
    expect(refused.map((answer) => [answer.statusCode, answer.json().issues])).toEqual(Array(4).fill([400, issues]));
    expect(kept.json().data.clients).toEqual(before.clients);
    expect(await listed(chief, id)).toEqual(kept.json().data);
  });

  it('are those of whoever takes a schedule over, and no others', async () => {
    const { at } = await make(chief, { clients: { ids: [own.orgId] } });
    const [elsewhere, taken] = [
      await maker.operator.put(at, { clients: { ids: [foreign.orgId] } }),
      await maker.operator.put(at, { clients: { ids: [own.orgId] } }),
    ];
    const widened = await chief.put(at, { clients: { ids: [own.orgId, foreign.orgId] } });

    expect([elsewhere, taken, widened].map(({ statusCode }) => statusCode)).toEqual([400, 200, 400]);
  });
});

describe('The reviewer of a schedule', () => {
  const refusal = [{ path: 'reviewerId', message: expect.stringContaining('sees the clients') }];

  it('is refused where they do not see the clients of its ids', async () => {
    const { userId: reviewerId } = maker.operator;
    const both = { ids: [own.orgId, foreign.orgId] };
    const other = await limitedOperator(portal, chief, [own.orgId]);
    const stranger = await limitedOperator(portal, chief, [foreign.orgId]);
    const { at } = await make(chief, { clients: { ids: [own.orgId] }, reviewerId });
    const free = await make(chief, { clients: both });

    const refused = [
      (await make(chief, { clients: both, reviewerId })).answer,
      (await make(maker.operator, { clients: { ids: [own.orgId] }, reviewerId: stranger.operator.userId })).answer,
      await chief.put(at, { clients: both }),
      await chief.put(free.at, { reviewerId }),
    ];
    const taken = [
      await chief.put(at, { reviewerId: other.operator.userId }),
      await maker.operator.put(at, { reviewerId: chief.userId }),
      await chief.put(free.at, { reviewerId, clients: { all: true } }),
    ];

    expect(refused.map((answer) => [answer.statusCode, answer.json().issues])).toEqual(Array(4).fill([400, refusal]));
    expect(taken.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it('does not learn of clients of others whether there are any', async () => {
    const stranger = await limitedOperator(portal, chief, [foreign.orgId]);
    const reviewerId = stranger.operator.userId;

    const answers = await Promise.all(
      [foreign.orgId, randomUUID()].map((one) => make(maker.operator, { clients: { ids: [one] }, reviewerId })),
    );

    const [first, second] = answers.map(({ answer }) => answer);
    expect(first?.json().issues).toMatchObject([{ path: 'clients.ids' }]);
    expect(first?.body).toBe(second?.body);
  });

  it('gets the mail for the clients that they see, and who made the schedule for the others', async () => {
    const clients = { all: true };
    const { id: scheduleId } = await make(chief, { clients, review: true, reviewerId: maker.operator.userId });
    for (const client of [own, foreign])
      await storeReport(portal, client, { scheduleId, status: 'draft', review: true, sentAt: null });

    await tellReviewers(portal.deps);
    await tellReviewers(portal.deps);

    const mailsTo = async ({ email }: Person) =>
      (await portal.mailTo(email)).filter(({ subject }) => subject?.includes('Monthly report'));
    const mails = await Promise.all([maker.operator, chief].map(mailsTo));
    expect(mails.map(({ length }) => length)).toEqual([1, 1]);
  });
});
