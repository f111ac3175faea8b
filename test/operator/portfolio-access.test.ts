import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../helpers/documented.ts';
import { exampleBody, exampleQuery } from '../helpers/examples.ts';
import { limitedOperator, operatorKey, REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { startSupport } from '../helpers/support.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const portal = portalForThisFile({
  restricted: true,
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

const routes = operations.filter(({ path }) => path.startsWith('/operator/'));
const withId = routes.filter(({ path }) => path.includes('{'));
const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
/** What is of the whole portal, and no client's. */
const OF_THE_PORTAL = [
  'GET /operator/portfolios',
  'POST /operator/portfolios',
  'POST /operator/clients',
  'GET /operator/plans',
  'PUT /operator/plans',
];

let chief: Person;
let own: Person;
let foreign: Person;
let limited: Awaited<ReturnType<typeof limitedOperator>>;
let key: Awaited<ReturnType<typeof operatorKey>>;
/** Ids of the foreign client, by the first word of the paths that they stand in. */
let foreignIds: Record<string, string>;

beforeAll(async () => {
  [chief, own] = [await registerOperator(portal), await portal.register()];
  foreign = await portal.register({ orgName: `Foreign ${randomUUID()}` });
  const other = await limitedOperator(portal, chief, [foreign.orgId]);
  limited = await limitedOperator(portal, chief, [own.orgId]);
  key = await operatorKey(portal, limited.operator);
  const { apiKey } = await operatorKey(portal, chief);
  const template = await chief.post('/api/operator/report-templates', {
    name: `Secret ${foreign.orgId}`,
    sections: ['overview'],
    period: 'month',
  });
  const schedule = await chief.post('/api/operator/report-schedules', {
    templateId: template.json().data.id,
    clients: { ids: [foreign.orgId] },
    every: 'month',
    day: 1,
    hour: 8,
    recipients: 'members',
  });
  await chief.post(`/api/operator/report-schedules/${schedule.json().data.id}/run`);
  const reports = await chief.get(`/api/operator/reports?clientId=${foreign.orgId}`);
  await chief.post(`/api/operator/clients/${foreign.orgId}/suspend`, { reason: REASON });
  await chief.post(`/api/operator/clients/${foreign.orgId}/resume`);
  await chief.post(`/api/operator/clients/${foreign.orgId}/export`);
  foreignIds = {
    clients: foreign.orgId,
    users: foreign.userId,
    portfolios: other.portfolio.id,
    keys: apiKey.id,
    'report-templates': template.json().data.id,
    'report-schedules': schedule.json().data.id,
    reports: reports.json().data[0].id,
    connections: randomUUID(),
  };
});

const send = (route: (typeof routes)[number], id: string) => {
  const { method, path } = route;
  const caller = path.includes('/ingest/') ? key : limited.operator;
  const notes = path.startsWith('/operator/reports/') && { notes: { overview: 'A note' } };
  const more = { reason: REASON, name: 'A client', clientIds: [], clients: { all: true }, ...notes };
  const body = method === 'GET' ? undefined : exampleBody(route, own, more);
  return caller.send(method as 'GET', `/api${pathTo(path, id)}${exampleQuery(route)}`, body);
};

describe.each(withId)('$method $path', (route) => {
  const word = route.path.split('/')[2] ?? '';

  it('does not know what is of a client of others', async () => {
    const id = foreignIds[word];
    if (!id) throw new Error(`Add an id of the foreign client for /operator/${word} to this test.`);
    const answers = [await send(route, id), await send(route, randomUUID())];

    expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });
});

describe.each(lists)('GET $path', ({ name, path }) => {
  it('shows nothing of a client of others', async () => {
    const answer = await limited.operator.get(`/api${path}`);

    expect(outcome(answer)).toBe(OF_THE_PORTAL.includes(name) ? '404 NOT_FOUND' : '200');
    // Templates are for all clients, and this one has the id in its name.
    const ids = [
      foreign.orgId,
      foreign.userId,
      foreign.email,
      ...(path.endsWith('templates') ? [] : Object.values(foreignIds)),
    ];
    const body = path.endsWith('templates') ? '' : answer.body;
    expect(ids.filter((id) => body.includes(id))).toEqual([]);
  });
});

it.each(OF_THE_PORTAL)('%s does not exist for an operator with portfolios, whatever they send', async (name) => {
  const [method = '', path = ''] = name.split(' ');
  const answers = await Promise.all(
    [undefined, { name: '' }, { name: 'North', clientIds: [] }].map((body) =>
      limited.operator.send(method as 'POST', `/api${path}`, method === 'GET' ? undefined : body),
    ),
  );

  expect(new Set(answers.map(outcome))).toEqual(new Set(['404 NOT_FOUND']));
});

describe('An operator with portfolios', () => {
  it('does to their own clients what operators do', async () => {
    const { operator, portfolio } = limited;
    const at = `/api/operator/clients/${own.orgId}`;
    const member = await portal.join(own);
    await (await own.pipeline()).post('/api/ingest/scans', scan());
    const ask: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, status: number, body?: object][] = [
      ['GET', at, 200],
      ['GET', `${at}/state`, 200],
      ['PUT', at, 200, { notes: 'Renews in June.' }],
      ['PUT', `${at}/branding`, 200, { color: '#1f4b99' }],
      ['POST', `${at}/suspend`, 200, { reason: REASON }],
      ['POST', `${at}/resume`, 200],
      ['POST', `${at}/export`, 202],
      ['GET', `${at}/exports`, 200],
      ['POST', `${at}/api-keys`, 201, { name: 'Nightly' }],
      ['POST', `${at}/invite`, 201, { adminEmail: `${randomUUID()}@example.com` }],
      ['POST', `${at}/erase`, 200, { name: own.orgName }],
      ['POST', `${at}/keep`, 200],
      ['GET', `${at}/view/visibility/scores`, 200],
      ['POST', '/api/operator/clients/bulk', 200, { ids: [own.orgId], tag: 'north' }],
      ['POST', '/api/operator/clients/bulk', 200, { ids: [own.orgId], brand: { name: 'Bright' } }],
      [
        'POST',
        '/api/operator/clients/bulk',
        200,
        { ids: [own.orgId], schedule: { every: 'week', weekday: 1, day: 1, hour: 6 } },
      ],
      ['POST', `/api/operator/users/${member.userId}/end-sessions`, 200, { reason: REASON }],
      ['POST', `/api/operator/users/${member.userId}/lock`, 200, { reason: REASON }],
      ['POST', `/api/operator/users/${member.userId}/unlock`, 200, { reason: REASON }],
      ['GET', `/api/operator/portfolios/${portfolio.id}/overview`, 200],
    ];

    const seen: string[] = [];
    for (const [method, path, , body] of ask) {
      const answer = await operator.send(method, path, body);
      seen.push(`${method} ${path} ${answer.statusCode}`);
    }

    expect(seen).toEqual(ask.map(([method, path, status]) => `${method} ${path} ${status}`));
    expect((await key.post(`${at}/ingest/records`, [])).statusCode).toBe(200);
    const { data } = (await operator.get('/api/operator/clients')).json();
    expect(data.map(({ id, tags }: { id: string; tags: string[] }) => ({ id, tags }))).toEqual([
      { id: own.orgId, tags: ['north'] },
    ]);
    const counted = (await operator.get('/api/operator/overview')).json().data;
    expect(counted).toMatchObject({ clients: { active: 1, suspended: 0 }, users: 2, scansToday: 1, jobsFailed: null });
  });

  it('changes nothing in bulk where one client is of others', async () => {
    const ids = [own.orgId, foreign.orgId];
    const answer = await limited.operator.post('/api/operator/clients/bulk', { ids, tag: 'mine' });
    const unknown = await limited.operator.post('/api/operator/clients/bulk', {
      ids: [own.orgId, randomUUID()],
      tag: 'x',
    });

    expect([answer, unknown].map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
    expect(answer.body).toBe(unknown.body);
    const tags = await Promise.all(
      ids.map(async (id) => (await chief.get(`/api/operator/clients/${id}`)).json().data.tags),
    );
    expect(tags.flat()).not.toContain('mine');
  });

  it('finds nothing of a client of others by its name, in a batch, or by the way of a support session', async () => {
    const { operator } = limited;
    const words = [foreign.orgName, foreign.email].map(encodeURIComponent);
    const searches = ['clients?search=', 'clients?status=active&search=', 'users?search='].flatMap((list) =>
      words.map((word) => `/api/operator/${list}${word}`),
    );
    const found = await Promise.all(searches.map(async (path) => (await operator.get(path)).json().data));
    const calls = Object.fromEntries([own, foreign].map(({ orgId }, turn) => [turn, { id: orgId }]));
    const batch = await operator.get(
      `/trpc/operator.clients.get,operator.clients.get?batch=1&input=${encodeURIComponent(JSON.stringify(calls))}`,
    );
    const webhook = await foreign.post('/api/webhooks', { url: 'https://hooks.example/x', events: ['scan.completed'] });
    const session = await startSupport(operator, own);
    const hooks = await session.get(`/api/webhooks/${webhook.json().data.id}/deliveries`);

    expect(found).toEqual(searches.map(() => []));
    expect(batch.json().map(({ error }: { error?: { data: { errorCode: string } } }) => error?.data.errorCode)).toEqual(
      [undefined, 'NOT_FOUND'],
    );
    // Webhooks are not for support sessions, not even those of the client that they are at.
    expect(outcome(hooks)).toBe('403 FORBIDDEN');
    await expect(startSupport(operator, foreign)).rejects.toThrow();
  });

  it('does not touch the account of a person who belongs to a client of others as well', async () => {
    const shared = await portal.join(own);
    await portal.deps.database.accounts.execute(
      sql`insert into memberships (id, org_id, user_id) values (${randomUUID()}, ${foreign.orgId}, ${shared.userId})`,
    );
    const answer = await limited.operator.post(`/api/operator/users/${shared.userId}/lock`, { reason: REASON });

    expect(outcome(answer)).toBe('403 FORBIDDEN');
    expect((await limited.operator.get(`/api/operator/users?search=${shared.email}`)).body).toContain(shared.email);
  });
});

describe('The database role of operators with portfolios', () => {
  const rows = async (query: ReturnType<typeof sql>) => [
    ...(await portal.deps.database.within({ operatorId: limited.operator.userId }).clients.execute(query)),
  ];

  it('sees the rows of their own clients and no others, in every table', async () => {
    const tables = await portal.deps.database.accounts.execute(sql`
      select c.relname as name, a.attname as "column" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname in ('client_id', 'org_id') and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
    const found = new Set<unknown>();
    const closed: unknown[] = [];
    for (const { name, column } of tables) {
      const owners = sql`select distinct ${sql.identifier(String(column))} as owner from ${sql.identifier(String(name))}`;
      const seen = await rows(owners).catch(({ cause }) => {
        expect(cause.code).toBe('42501');
        closed.push(name);
        return [];
      });
      for (const { owner } of seen) if (owner !== null) found.add(owner);
    }

    expect(tables.length).toBeGreaterThan(60);
    expect([...found]).toEqual([own.orgId]);
    // Others may be closed as well: rights are given to tables one by one.
    expect(closed).toEqual(
      expect.arrayContaining(['assistant_grants', 'billing_customers', 'security_events', 'sessions']),
    );
    expect(await rows(sql`select id from organizations`)).toEqual([{ id: own.orgId }]);
  });

  it('cannot write rows of other clients, and reads no secrets of accounts', async () => {
    const refused = { cause: { code: '42501' } };
    const at = (id: string) => sql`insert into brandings (org_id) values (${id}) on conflict do nothing`;

    await rows(at(own.orgId));
    await expect(rows(at(foreign.orgId))).rejects.toMatchObject(refused);
    await expect(
      rows(sql`insert into action_items (client_id, external_id, title, category, priority)
      values (${foreign.orgId}, 'x', 'x', 'x', 'high')`),
    ).rejects.toBeDefined();
    expect(await rows(sql`update organizations set notes = 'x' where id = ${foreign.orgId} returning id`)).toEqual([]);
    for (const secret of [
      'password_hash from users',
      'secret from authenticators',
      '* from one_time_tokens',
      'data from pgboss.job',
    ])
      await expect(rows(sql.raw(`select ${secret}`))).rejects.toMatchObject(refused);
  });
});
