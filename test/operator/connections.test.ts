import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { connections, operatorGrants } from '../../db/schema/index.ts';
import { notifyFailed } from '../../routers/connections/notify-failed.ts';
import { clientDb } from '../helpers/client-db.ts';
import { comeNight, dayAgo, onlyConnection, syncRecent } from '../helpers/connections.ts';
import { ACCOUNT, admitAccount, analyticsRow, portalWithGoogle } from '../helpers/google.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { outcome } from '../helpers/wire.ts';

const URL_PATH = '/api/operator/connections';
const on = portalWithGoogle();

let operator: Awaited<ReturnType<typeof registerOperator>>;
beforeAll(async () => {
  operator = await registerOperator(on.portal, { name: 'Olga Operator' });
  const [verification] = await on.portal.mailTo(operator.email);
  await on.portal.visitor().post('/api/auth/verify-email', { token: verification?.token });
});

let number = 100;
/** A property at Google with sessions of yesterday. */
function newProperty(sessions = 4) {
  const property = `properties/${++number}`;
  on.store.properties[property] = { timeZone: 'UTC', rows: [analyticsRow(dayAgo(1), { sessions })] };
  return property;
}

const wanted = ({ orgId: clientId }: Pick<Person, 'orgId'>, property: string) => ({
  clientId,
  kind: 'google_analytics',
  property,
});

const connect = (list: object[], credential: object = { serviceAccount: ACCOUNT }) =>
  operator.post(URL_PATH, { ...credential, connections: list });

const register = (count: number) => Promise.all(Array.from({ length: count }, () => on.portal.register()));

const sessionsOf = async (person: Person) =>
  (await person.get('/api/visibility/website-analytics')).json().data.totals.sessions;

it('connects many clients with one service account, each to its own property', async () => {
  const [one, other, stranger] = (await register(3)) as [Person, Person, Person];
  const [first, second] = [newProperty(4), newProperty(9)];

  const made = await connect([wanted(one, first), wanted(other, second)]);
  await syncRecent(on.portal);
  const listed = await operator.get(URL_PATH);

  expect(outcome(made)).toBe('201');
  expect(made.json().data).toMatchObject({ account: ACCOUNT.client_email, connections: [{}, {}] });
  expect([await sessionsOf(one), await sessionsOf(other)]).toEqual([4, 9]);
  expect(await onlyConnection(one)).toMatchObject({ managedBy: 'operator', status: 'connected', property: first });
  expect(await onlyConnection(stranger)).toBeUndefined();
  const { id } = made.json().data;
  const grant = listed.json().data.find((entry: { id: string }) => entry.id === id);
  expect(grant.connections).toContainEqual(
    expect.objectContaining({ clientId: one.orgId, kind: 'google_analytics', property: first, status: 'connected' }),
  );
  const trail = (await one.get('/api/auth/org/activity?type=connection_made')).json().data;
  expect(trail[0]).toMatchObject({ actor: 'The operator of the portal' });
  const rows = await on.portal.deps.database.accounts.select().from(operatorGrants);
  expect(JSON.stringify([rows, listed.json()]) + on.portal.lines.join('')).not.toContain('PRIVATE KEY');
});

it('stores nothing where the plan of one client grants no more, and mends what that client has', async () => {
  const [free, full] = (await register(2)) as [Person, Person];
  const property = newProperty();
  await connect([wanted(full, property)]);
  await operator.put(`/api/operator/clients/${full.orgId}`, { grants: { connections: 1 } });
  const search = { clientId: full.orgId, kind: 'search_console', property: 'sc-domain:harbordental.example' };

  const refused = await connect([wanted(free, newProperty()), search]);
  const mended = await connect([wanted(full, property)]);
  await operator.del(`${URL_PATH}/${mended.json().data.id}?clientId=${full.orgId}`);

  expect([refused, mended].map(outcome)).toEqual(['403 PLAN_LIMIT', '201']);
  expect(refused.json().limit).toBe('connections');
  expect(await onlyConnection(free)).toBeUndefined();
});

it('takes back what it has made where another call takes the last connection of a plan meanwhile', async () => {
  const [one, other, full] = (await register(3)) as [Person, Person, Person];
  await operator.put(`/api/operator/clients/${full.orgId}`, { grants: { connections: 1 } });
  const search = { clientId: full.orgId, kind: 'search_console', property: 'sc-domain:taken.example' };
  on.store.sites[search.property] = [];

  const answers = await Promise.all([
    connect([wanted(one, newProperty()), wanted(full, newProperty())]),
    connect([wanted(other, newProperty()), search]),
  ]);

  const made = answers.map((answer) => outcome(answer) === '201');
  expect(answers.map(outcome).sort()).toEqual(['201', '403 PLAN_LIMIT']);
  expect([await onlyConnection(one), await onlyConnection(other)].map(Boolean)).toEqual(made);
  const { id } = answers[made.indexOf(true)]?.json().data ?? {};
  for (const { orgId } of [one, other, full]) await operator.del(`${URL_PATH}/${id}?clientId=${orgId}`);
});

it('stores nothing where one property cannot be read, and says which', async () => {
  const [one, other] = (await register(2)) as [Person, Person];

  const answer = await connect([wanted(one, newProperty()), wanted(other, 'properties/9999999')]);

  expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  expect(answer.json().issues).toEqual([
    { path: 'connections.1.property', message: expect.stringContaining('does not show this property') },
  ]);
  expect([await onlyConnection(one), await onlyConnection(other)]).toEqual([undefined, undefined]);
});

it.each([
  ['an unknown client', () => [{ clientId: randomUUID(), kind: 'google_analytics', property: '1' }], '404 NOT_FOUND'],
  ['a client and kind twice', (one: Person) => [wanted(one, '1'), wanted(one, '2')], '400 VALIDATION_ERROR'],
  ['another tool', (one: Person) => [{ ...wanted(one, '1'), kind: 'plausible' }], '400 VALIDATION_ERROR'],
  ['101 of them', (one: Person) => Array(101).fill(wanted(one, '1')), '400 VALIDATION_ERROR'],
])('refuses %s', async (_, list, expected) => {
  const one = await on.portal.register();

  expect(outcome(await connect(list(one)))).toBe(expected);
});

it('takes one credential, of a grant that exists or of an account that Google accepts', async () => {
  const both = await connect([], { serviceAccount: ACCOUNT, grantId: randomUUID() });
  const unknown = await connect([], { grantId: randomUUID() });
  const foreign = await connect([], { serviceAccount: { ...ACCOUNT, client_email: 'other@agency.example' } });

  expect([both, unknown, foreign].map(outcome)).toEqual([
    '400 VALIDATION_ERROR',
    '404 NOT_FOUND',
    '400 VALIDATION_ERROR',
  ]);
});

it('takes over a client’s own connection to the property, and is refused with 409 at another one', async () => {
  const person = await on.portal.register();
  const own = newProperty();
  await person.post('/api/connections', { kind: 'google_analytics', property: own, serviceAccount: ACCOUNT });

  const other = await connect([wanted(person, newProperty())]);
  const same = await connect([wanted(person, own)]);
  const managed = (await onlyConnection(person)).managedBy;
  await person.post('/api/connections', { kind: 'google_analytics', property: own, serviceAccount: ACCOUNT });

  expect([other, same].map(outcome)).toEqual(['409 INVALID_TRANSITION', '201']);
  expect([managed, (await onlyConnection(person)).managedBy]).toEqual(['operator', 'client']);
});

it('mends all connections of an account by a new key, after one mail to operators', async () => {
  const people = (await register(2)) as [Person, Person];
  await connect(people.map((person) => wanted(person, newProperty())));
  const statuses = () => Promise.all(people.map(async (person) => (await onlyConnection(person)).status));
  delete on.store.accounts[ACCOUNT.client_email];
  await syncRecent(on.portal);
  const broken = await statuses();
  await notifyFailed(on.portal.deps);
  const mails = await on.portal.mailTo(operator.email);
  admitAccount(on.store);

  await connect([]);
  await syncRecent(on.portal);

  expect(broken).toEqual(['revoked', 'revoked']);
  const told = mails.filter(({ subject }) => subject?.startsWith('Connections of clients'));
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('2 clients: Google Analytics no longer accepts the credential'),
  ]);
  expect(await statuses()).toEqual(['connected', 'connected']);
});

it('reads with a consent of the operator, which a new consent renews for all', async () => {
  const person = await on.portal.register();
  const property = newProperty();
  const consent = async (more: object = {}) => {
    const asked = await operator.post(`${URL_PATH}/google/authorize`, { kinds: ['google_analytics'], ...more });
    const response = await fetch(asked.json().url, { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    const led = new URL(String((await operator.get(`${back.pathname}${back.search}`)).headers.location));
    return { path: led.pathname, grantId: led.searchParams.get('grant') };
  };
  on.store.expiresIn = 1;
  const { path, grantId } = await consent();
  const found = await operator.get(`${URL_PATH}/${grantId}/google/properties?kind=google_analytics`);
  const made = await connect([wanted(person, property)], { grantId });
  await syncRecent(on.portal);
  on.store.grants.clear();
  await comeNight(on.portal, person, 'google_analytics');
  await syncRecent(on.portal);
  const broken = await onlyConnection(person);
  const renewed = await consent({ grantId });
  await syncRecent(on.portal);
  on.store.expiresIn = 3599;

  expect([path, renewed.path]).toEqual(['/operator/connections', '/operator/connections']);
  expect(found.json().data).toContainEqual({ property, label: `Website ${property}` });
  expect(outcome(made)).toBe('201');
  expect([broken.status, (await onlyConnection(person)).status]).toEqual(['revoked', 'connected']);
  expect(renewed.grantId).toBe(grantId);
});

it('gives the way back of an operator’s consent to nobody else', async () => {
  const asked = await operator.post(`${URL_PATH}/google/authorize`, { kinds: ['google_analytics'] });
  const response = await fetch(asked.json().url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  const person = await on.portal.register();

  const led = new URL(String((await person.get(`${back.pathname}${back.search}`)).headers.location));

  expect(led.searchParams.get('failed')).toBe('state');
});

it('removes the connections of one client, then the grant with all others; the figures stay', async () => {
  const [one, other] = (await register(2)) as [Person, Person];
  const { data } = (await connect([wanted(one, newProperty()), wanted(other, newProperty(7))])).json();

  const first = await operator.del(`${URL_PATH}/${data.id}?clientId=${one.orgId}`);
  const again = await operator.del(`${URL_PATH}/${data.id}?clientId=${one.orgId}`);
  await syncRecent(on.portal);
  const kept = (await onlyConnection(other)).status;
  const all = await operator.del(`${URL_PATH}/${data.id}`);

  expect([first, again, all].map(outcome)).toEqual(['200', '404 NOT_FOUND', '200']);
  expect([await onlyConnection(one), await onlyConnection(other)]).toEqual([undefined, undefined]);
  expect([kept, await sessionsOf(other)]).toEqual(['connected', 7]);
  expect(await clientDb(on.portal, other.orgId).$count(connections)).toBe(0);
  const actions = (await operator.get('/api/operator/activity?limit=50')).json().data as { type: string }[];
  expect(actions.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'operator_grant_stored',
      'client_connected',
      'client_disconnected',
      'operator_grant_deleted',
    ]),
  );
});
