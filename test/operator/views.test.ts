import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../helpers/documented.ts';
import { exampleQuery } from '../helpers/examples.ts';
import { markedContent } from '../helpers/marked-content.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { markedParts } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const portal = portalForThisFile({
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

const VIEW = '/operator/clients/{clientId}/view';
const views = operations.flatMap(({ path }) => (path.startsWith(VIEW) ? [path.slice(VIEW.length)] : []));
/** The data routes that an API key may read, but for those that no support session reads. */
const readable = operations.flatMap(({ method, path, operation }) =>
  method === 'GET' && operation.security?.length === 2 && !path.startsWith('/exports/') ? [path] : [],
);

const client: { person?: Person; ids?: Record<string, string> } = {};
const queryOf = (path: string) =>
  operations.filter((one) => one.method === 'GET' && one.path === path).map(exampleQuery)[0];
let operator: Person;
beforeAll(async () => {
  const person = await portal.register();
  await (await person.pipeline()).post('/api/ingest/scans', scan(markedParts('word')));
  const { page, suggestion, run } = await markedContent(person, 'word');
  // A member without feedback of their own, which nobody else sees.
  Object.assign(client, { person: await portal.join(person), ids: { page, suggestion, run } });
  operator = await registerOperator(portal);
});

const addressOf = (path: string) => {
  const { page = '', suggestion = '', run = '' } = client.ids ?? {};
  const id = path.includes('{draftId}') ? suggestion : path.startsWith('/insights') ? run : page;
  return `${pathTo(path, id)}${queryOf(path) ?? ''}`;
};
const viewOf = (path: string, orgId = client.person?.orgId) => `/api/operator/clients/${orgId}/view${addressOf(path)}`;

it('there is a view of every data route of members', () => {
  expect(views.sort()).toEqual(readable.sort());
  expect(views.length).toBeGreaterThan(40);
});

describe.each(views)('The view of %s', (path) => {
  it('shows an operator and the role "support" what a member of the client gets', async () => {
    const supporter = await registerOperator(portal, { role: 'support' });

    const own = await client.person?.get(`/api${addressOf(path)}`);
    const seen = [await operator.get(viewOf(path)), await supporter.get(viewOf(path))];

    expect(seen.map(({ statusCode }) => statusCode)).toEqual([own?.statusCode, own?.statusCode]);
    if (own?.statusCode === 200) for (const { body } of seen) expect(body).toBe(own.body);
    expect(seen.map(({ headers }) => headers['cache-control'])).toEqual(Array(2).fill('private, no-store'));
  });
});

it('a view shows a client that is suspended, and no client that there is not', async () => {
  const suspended = await portal.register();
  await operator.post(`/api/operator/clients/${suspended.orgId}/suspend`, { reason: 'Not paid since March.' });

  const answers = [
    await operator.get(viewOf('/visibility/scores', suspended.orgId)),
    await operator.get(viewOf('/visibility/scores', randomUUID())),
    await operator.get(viewOf('/visibility/scores', 'no-id')),
    await operator.post(viewOf('/visibility/scores')),
  ];

  expect(answers.map(outcome)).toEqual(['200', '404 NOT_FOUND', '404 NOT_FOUND', '405 METHOD_NOT_ALLOWED']);
});

it('the trail of the operator has one line a day for each person and client', async () => {
  const [one, other] = [await portal.register(), await portal.register()];
  const viewer = await registerOperator(portal);
  for (const { orgId } of [one, one, other]) {
    await viewer.get(viewOf('/visibility/scores', orgId));
    await viewer.get(viewOf('/dashboard/kpis', orgId));
  }

  const { data } = (await viewer.get(`/api/operator/activity?type=client_viewed&actor=${viewer.userId}`)).json();

  expect(data.map((line: { client: { id: string } }) => line.client.id).sort()).toEqual(
    [one.orgId, other.orgId].sort(),
  );
  expect((await one.get('/api/auth/org/activity')).body).not.toContain(viewer.userId);
});
