import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { operations } from '../helpers/documented.ts';
import { operatorKey, REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { runCommand } from '../helpers/shell.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const portal = portalForThisFile({
  restricted: true,
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

let operator: Person;
let client: Person;
beforeAll(async () => {
  [operator, client] = [await registerOperator(portal, { name: 'Olga Operator' }), await portal.register()];
});

const KEYS = '/api/operator/keys';

const makeKey = (maker: Pick<Person, 'post'> = operator) => operatorKey(portal, maker);

const ingestUrl = (what: 'scans' | 'records', { orgId }: { orgId: string } = client) =>
  `/api/operator/clients/${orgId}/ingest/${what}`;

describe('/api/operator/keys', () => {
  it('makes a key that is shown once, lists it without, and revokes it', async () => {
    const { response, key, apiKey, post } = await makeKey();
    const { id } = apiKey;
    const listed = (await operator.get(KEYS)).json().data.find((one: { id: string }) => one.id === id);
    const before = await post(ingestUrl('records'), []);
    const revoked = [await operator.del(`${KEYS}/${id}`), await operator.del(`${KEYS}/${id}`)];

    expect([response.statusCode, key]).toEqual([201, expect.stringMatching(/^ok_[\w-]{43}$/)]);
    expect(listed).toEqual(apiKey);
    expect(apiKey).toMatchObject({ scopes: ['ingest'], createdBy: { id: operator.userId, email: operator.email } });
    expect([before, ...revoked].map(outcome)).toEqual(['200', '200', '404 NOT_FOUND']);
    expect(outcome(await post(ingestUrl('records'), []))).toBe('401 UNAUTHENTICATED');
  });

  it.each([{ scopes: ['read'] }, { scopes: [] }, { name: '' }, { expiresAt: '2020-01-01T00:00:00Z' }])(
    'refuses %j',
    async (more) => {
      expect(outcome(await operator.post(KEYS, { name: 'Nightly', ...more }))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('goes with the role of its maker', async () => {
    const maker = await registerOperator(portal);
    const { post } = await makeKey(maker);
    const before = outcome(await post(ingestUrl('records'), []));

    await runCommand(operatorCommands['operator remove'], portal, maker.email);

    expect([before, outcome(await post(ingestUrl('records'), []))]).toEqual(['200', '401 UNAUTHENTICATED']);
  });
});

describe('With an operator key', () => {
  it('scans and records of the client in the address are stored, with its receipts', async () => {
    const { post } = await makeKey();
    const person = await portal.register();
    const sent = scan({ externalId: 'nightly' });

    const stored = [await post(ingestUrl('scans', person), sent), await post(ingestUrl('scans', person), sent)];
    const goal = record('goal');
    const rows = [goal, record('review', { rating: 6 })];
    const receipt = (await post(ingestUrl('records', person), rows)).json();
    const lines = (
      await post(ingestUrl('records', person), `${JSON.stringify(goal)}\n`, {
        'content-type': 'application/x-ndjson',
      })
    ).json();

    expect(stored.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
    expect(stored[1]?.json().runId).toBe(stored[0]?.json().runId);
    expect(receipt).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] });
    expect(lines).toMatchObject({ unchanged: 1 });
    expect((await person.get('/api/visibility/scores')).json().data.overall.dynamicScore).toBe(
      sent.overall.dynamicScore,
    );
    expect((await client.get('/api/dashboard/goals')).json().data).toEqual([]);
  });

  it('the input names the client over tRPC, and nothing else in it does', async () => {
    const { post } = await makeKey();
    const [person, other] = [await portal.register(), await portal.register()];
    const chosen = { clientId: other.orgId, orgId: other.orgId };

    const answer = await post('/trpc/operator.clients.ingest.records', {
      id: person.orgId,
      records: [record('goal')],
      ...chosen,
    });

    expect(answer.json().result.data).toMatchObject({ accepted: 1 });
    expect((await person.get('/api/dashboard/goals')).json().data).toHaveLength(1);
    expect((await other.get('/api/dashboard/goals')).json().data).toEqual([]);
  });

  it('ingestion goes on while the client is suspended', async () => {
    const { post } = await makeKey();
    const person = await portal.register();
    await operator.post(`/api/operator/clients/${person.orgId}/suspend`, { reason: REASON });

    expect(outcome(await post(ingestUrl('scans', person), scan()))).toBe('201');
  });

  it('an unknown or malformed client is 404, after the input', async () => {
    const { post } = await makeKey();
    const to = (orgId: string, body: object) => post(ingestUrl('scans', { orgId }), body);

    const answers = [await to(randomUUID(), scan()), await to('no-id', scan()), await to(randomUUID(), {})];

    expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND', '400 VALIDATION_ERROR']);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  it('nothing else opens', async () => {
    const { send } = await makeKey();

    const opened: string[] = [];
    for (const { method, path, operation } of operations) {
      if (path.includes('/ingest/') && path.startsWith('/operator')) continue;
      if (operation.security.length === 0) continue;
      const answer = await send(
        method as 'GET',
        `/api${pathTo(path, client.orgId)}`,
        method === 'GET' ? undefined : {},
      );
      if (answer.statusCode < 401 || ![401, 403, 404].includes(answer.statusCode)) opened.push(`${method} ${path}`);
    }

    expect(opened).toEqual([]);
  });

  it('a line an hour tells the client and the operators', async () => {
    const { post } = await makeKey();
    const person = await portal.register();
    for (let turn = 0; turn < 3; turn++) await post(ingestUrl('scans', person), scan());

    const told = (await events(person, ORG)).filter(({ type }) => type === 'data_ingested');
    const own = (await operator.get('/api/operator/activity?type=operator_key_used')).json().data;

    expect(told.map(({ actor }) => actor)).toEqual(['The operator of the portal']);
    expect(own[0]).toMatchObject({ actor: { id: operator.userId }, client: null });
  });
});

describe('The ingest routes of operators', () => {
  it('are 404 for the keys of an organization and for members, and 403 for an operator’s session', async () => {
    const pipeline = await client.pipeline(['ingest', 'read']);
    const callers = [pipeline, client, operator, portal.visitor()];

    const answers = await Promise.all(callers.map((caller) => caller.post(ingestUrl('scans'), scan())));

    expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND', '403 FORBIDDEN', '401 UNAUTHENTICATED']);
  });
});
