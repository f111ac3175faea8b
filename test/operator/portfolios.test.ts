import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { clientDb } from '../helpers/client-db.ts';
import { sender } from '../helpers/ingest.ts';
import { limitedOperator, operatorKey, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { makeProspect } from '../helpers/prospects.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { runCommand } from '../helpers/shell.ts';
import { startSupport } from '../helpers/support.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

const PORTFOLIOS = '/api/operator/portfolios';
const name = () => `Portfolio ${randomUUID()}`;
const run = (...args: string[]) => runCommand(operatorCommands['operator add'], portal, ...args);

let chief: Person;
let clients: Person[];
beforeAll(async () => {
  chief = await registerOperator(portal);
  clients = [await portal.register(), await portal.register()];
});

const idsOf = (some: { orgId: string }[]) => some.map(({ orgId }) => orgId).sort();
const seenBy = async (operator: Pick<Person, 'get'>) =>
  (await operator.get('/api/operator/clients'))
    .json()
    .data.map(({ id }: { id: string }) => id)
    .sort();

describe(PORTFOLIOS, () => {
  it('makes, changes, lists and deletes portfolios', async () => {
    const [one, other] = idsOf(clients);
    const body = { name: name(), clientIds: [one] };
    const made = await chief.post(PORTFOLIOS, body);
    const { id } = made.json().data;
    const at = `${PORTFOLIOS}/${id}`;
    const changed = await chief.put(at, { clientIds: [other] });
    const listed = (await chief.get(`${PORTFOLIOS}?limit=50`)).json().data;
    const gone = [await chief.del(at), await chief.get(at), await chief.put(at, {}), await chief.del(at)];

    expect(made.statusCode).toBe(201);
    expect(made.json().data).toMatchObject({ ...body, operators: [] });
    expect(changed.json().data).toMatchObject({ id, name: body.name, clientIds: [other] });
    expect(listed).toContainEqual(changed.json().data);
    expect(gone.map(outcome)).toEqual(['200', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND']);
  });

  it('refuses a name that is taken, clients that there are not, and one that is named twice', async () => {
    const [one = ''] = idsOf(clients);
    const taken = (await chief.post(PORTFOLIOS, { name: name(), clientIds: [] })).json().data;
    const another = (await chief.post(PORTFOLIOS, { name: name() })).json().data;

    const answers = [
      await chief.post(PORTFOLIOS, { name: taken.name, clientIds: [] }),
      await chief.put(`${PORTFOLIOS}/${another.id}`, { name: taken.name }),
      await chief.post(PORTFOLIOS, { name: name(), clientIds: [one, randomUUID()] }),
      await chief.put(`${PORTFOLIOS}/${another.id}`, { clientIds: [randomUUID()] }),
      await chief.post(PORTFOLIOS, { name: name(), clientIds: [one, one] }),
      await chief.post(PORTFOLIOS, { name: name(), clientIds: [one, one.toUpperCase()] }),
    ];

    expect(answers.map(outcome)).toEqual([
      ...['409 INVALID_TRANSITION', '409 INVALID_TRANSITION', '404 NOT_FOUND', '404 NOT_FOUND'],
      ...['400 VALIDATION_ERROR', '400 VALIDATION_ERROR'],
    ]);
    expect((await chief.get(`${PORTFOLIOS}/${another.id}`)).json().data.clientIds).toEqual([]);
  });

  it('sums the clients up and ranks them, to operators who have the portfolio', async () => {
    const prospect = await makeProspect(chief);
    const { operator, portfolio } = await limitedOperator(portal, chief, [...idsOf(clients), prospect.id]);
    const at = `${PORTFOLIOS}/${portfolio.id}/overview`;
    const stranger = await limitedOperator(portal, chief, idsOf(clients));

    const [seen, same, foreign] = [await chief.get(at), await operator.get(at), await stranger.operator.get(at)];
    const page = await operator.get(`${at}?limit=1`);

    expect(seen.json().data).toMatchObject({ totals: { clients: 2, members: 2, failing: 0, totalMRR: 0 } });
    expect(idsOf(seen.json().data.clients.map(({ id }: { id: string }) => ({ orgId: id })))).toEqual(idsOf(clients));
    expect(same.json()).toEqual(seen.json());
    expect(outcome(foreign)).toBe('404 NOT_FOUND');
    expect([page.json().data.clients.length, page.headers['x-has-more']]).toEqual([1, 'true']);
    expect(page.json().data.totals).toEqual(seen.json().data.totals);
    // A prospect is no client before it is won, by those who have it.
    const [theirs, others] = await Promise.all(
      [operator, stranger.operator].map(async (one) => [
        (await one.get('/api/operator/clients?status=prospect')).json().data.map(({ id }: { id: string }) => id),
        outcome(
          await one.post(`/api/operator/clients/${prospect.id}/win`, { adminEmail: `${randomUUID()}@example.com` }),
        ),
      ]),
    );
    expect(others).toEqual([[], '404 NOT_FOUND']);
    expect(theirs).toEqual([[prospect.id], '200']);
    expect((await chief.get(at)).json().data.totals.clients).toBe(3);
  });
});

describe('What has changed since yesterday', () => {
  it('lists falls of the score, connections that broke, and bad reviews, and leaves out what is older', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
    const client = async (scores: [number, number][], stars: [number, number][]) => {
      const { person, send } = await sender(portal);
      const pipeline = await person.pipeline();
      for (const [score, days] of scores) {
        const overall = { rawScore: score, dynamicScore: score, confidence: 1 };
        await pipeline.post('/api/ingest/scans', scan({ completedAt: daysAgo(days), overall }));
      }
      await send(stars.map(([rating, days]) => record('review', { rating, publishedAt: daysAgo(days) })));
      return person;
    };
    const fell = await client(
      [
        [60, 9],
        [52, 0],
      ],
      [
        [2, 0],
        [5, 0],
        [1, 3],
      ],
    );
    const old = await client(
      [
        [60, 9],
        [30, 3],
      ],
      [[1, 3]],
    );
    const quiet = await client(
      [
        [60, 9],
        [60.5, 0],
      ],
      [],
    );
    const broken = await client([], []);
    const of = { clientId: broken.orgId, label: 'Shop', property: 'shop.example', status: 'revoked' as const };
    await clientDb(portal, broken.orgId)
      .insert(connections)
      .values([
        { ...of, id: randomUUID(), kind: 'plausible', since: new Date() },
        { ...of, id: randomUUID(), kind: 'matomo', since: new Date(daysAgo(3)) },
      ]);
    const { operator, portfolio } = await limitedOperator(portal, chief, idsOf([fell, old, quiet, broken]));

    const { changes, totals } = (await operator.get(`${PORTFOLIOS}/${portfolio.id}/overview`)).json().data;

    const shown = ({ orgId: id, orgName: name }: Person) => ({ id, name });
    expect(changes).toEqual([
      { ...shown(fell), scoreChange: -8, brokenConnections: [], lowReviews: 1 },
      { ...shown(broken), scoreChange: null, brokenConnections: ['plausible'], lowReviews: 0 },
    ]);
    expect(totals.failing).toBe(1);
  });
});

describe('A client that leaves a portfolio', () => {
  it('ends the support sessions and keys there of operators who lose it, and of nobody else', async () => {
    const [stays, leaves] = [await portal.register(), await portal.register()];
    const { operator, portfolio } = await limitedOperator(portal, chief, idsOf([stays, leaves]));
    const key = await operatorKey(portal, operator);
    const makeKey = async (by: Pick<Person, 'post'>, { orgId }: { orgId: string }) =>
      (await by.post(`/api/operator/clients/${orgId}/api-keys`, { name: 'Nightly' })).json().key as string;
    const keys = [await makeKey(operator, stays), await makeKey(operator, leaves), await makeKey(chief, leaves)];
    const sessions = [
      await startSupport(operator, stays),
      await startSupport(operator, leaves),
      await startSupport(chief, leaves),
    ];
    const use = async () => ({
      keys: await Promise.all(
        keys.map(async (one) =>
          outcome(await portal.visitor().post('/api/ingest/records', [], { authorization: `Bearer ${one}` })),
        ),
      ),
      sessions: await Promise.all(sessions.map(async ({ get }) => outcome(await get('/api/visibility/scores')))),
      ingest: await Promise.all(
        [stays, leaves].map(async ({ orgId }) =>
          outcome(await key.post(`/api/operator/clients/${orgId}/ingest/records`, [])),
        ),
      ),
    });
    const before = await use();

    await chief.put(`${PORTFOLIOS}/${portfolio.id}`, { clientIds: [stays.orgId] });

    expect(before).toEqual({ keys: ['200', '200', '200'], sessions: ['200', '200', '200'], ingest: ['200', '200'] });
    expect(await use()).toEqual({
      keys: ['200', '401 UNAUTHENTICATED', '200'],
      sessions: ['200', '401 UNAUTHENTICATED', '200'],
      ingest: ['200', '404 NOT_FOUND'],
    });
    const { data } = (await leaves.get('/api/auth/org/activity')).json();
    const types = data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['support_session_ended', 'api_key_deleted']));
  });

  it('stays with operators who have it by another portfolio, and a deleted portfolio leaves nobody', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const { operator, portfolio } = await limitedOperator(portal, chief, idsOf([one, other]));
    const second = (await chief.post(PORTFOLIOS, { name: name(), clientIds: [other.orgId] })).json().data;
    await run(operator.email, '--portfolio', second.name);
    const both = await seenBy(operator);
    await chief.del(`${PORTFOLIOS}/${portfolio.id}`);
    const left = await seenBy(operator);
    await chief.del(`${PORTFOLIOS}/${second.id}`);

    expect([both, left, await seenBy(operator)]).toEqual([idsOf([one, other]), [other.orgId], []]);
    expect(outcome(await operator.get(`/api/operator/clients/${other.orgId}`))).toBe('404 NOT_FOUND');
  });
});

describe('operator add', () => {
  it('limits an operator to portfolios, of which several add up, and without one to none', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const { operator, portfolio } = await limitedOperator(portal, chief, [one.orgId]);
    const second = (await chief.post(PORTFOLIOS, { name: name(), clientIds: [other.orgId] })).json().data;
    const profile = async () => (await operator.get('/api/auth/account/profile')).json().data.operatorPortfolios;
    await run(operator.email, '--portfolio', second.name, '--portfolio', portfolio.name);
    const limited = await profile();
    const listed = await runCommand(operatorCommands['operator list'], portal, '--json');
    await run(operator.email);

    const names = [portfolio, second].map((one) => one.name).sort();
    expect(limited.map((one: { name: string }) => one.name).sort()).toEqual(names);
    const found = JSON.parse(listed?.[0] ?? '').find(({ email }: { email: string }) => email === operator.email);
    expect(found.portfolios.sort()).toEqual(names);
    expect(await profile()).toBeNull();
    expect(outcome(await operator.get(`/api/operator/clients/${clients[0]?.orgId}`))).toBe('200');
  });

  it('refuses a name that no portfolio has, and changes nothing', async () => {
    const operator = await registerOperator(portal);
    const { accounts } = portal.deps.database;
    await accounts.execute(`update users set email_verified = true where id = '${operator.userId}'`);

    await expect(run(operator.email, '--portfolio', 'No such name')).rejects.toThrow('There is no portfolio named');
    expect(outcome(await operator.get(PORTFOLIOS))).toBe('200');
  });

  it('ends the sessions at clients that an operator loses by it', async () => {
    const operator = await registerOperator(portal);
    await portal.deps.database.accounts.execute(
      `update users set email_verified = true where id = '${operator.userId}'`,
    );
    const [client = chief] = clients;
    const session = await startSupport(operator, client);
    const empty = (await chief.post(PORTFOLIOS, { name: name(), clientIds: [] })).json().data;

    await run(operator.email, '--portfolio', empty.name);

    expect(outcome(await session.get('/api/visibility/scores'))).toBe('401 UNAUTHENTICATED');
  });
});
