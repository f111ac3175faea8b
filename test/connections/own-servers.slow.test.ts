import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startMatomo } from '../../demo/services/matomo/server.ts';
import { startUmami } from '../../demo/services/umami/server.ts';
import { API_KEY, comeNight, dayAgo, onlyConnection, syncAll, visit } from '../helpers/connections.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const VISITS = [
  visit(dayAgo(1), { visitor: 'one', goals: ['Booking'] }),
  visit(dayAgo(1), { visitor: 'two', source: 'chatgpt.com', channel: 'AI', pages: ['/'], seconds: 0 }),
  visit(dayAgo(35), { visitor: 'three' }),
];

async function matomoForThisTest() {
  const site = { name: 'Harbor Street Dental', token: API_KEY, visits: VISITS };
  const server = await startMatomo({ sites: { 7: site } });
  onTestFinished(() => server.close());
  return { ...server, site };
}

const connect = (person: Person, kind: string, { url }: { url: string }, more: object = {}) =>
  person.post('/api/connections', { kind, url, siteId: '7', apiKey: API_KEY, ...more });

/** What the portal shows of the last 30 days. */
const shown = async (person: Person) => (await person.get('/api/visibility/website-analytics')).json().data;

it('brings the figures of Matomo, each day as the tool tells it', async () => {
  const matomo = await matomoForThisTest();
  const person = await portal.register();

  const made = await connect(person, 'matomo', matomo);
  await syncAll(portal);

  expect([made.statusCode, made.json().data?.label]).toEqual([201, 'Harbor Street Dental']);
  expect(await onlyConnection(person)).toMatchObject({ status: 'connected', days: { from: dayAgo(35) } });
  const { totals, usersBasis, topPages } = await shown(person);
  expect(totals).toMatchObject({ users: 2, sessions: 2, pageviews: 3, bounceRate: 50, conversions: 1 });
  expect(usersBasis).toBe('daily_sum');
  expect(topPages[0]).toEqual({ path: '/', pageviews: 2 });
});

it('tells a wrong token of Matomo from a website that it does not show, though both come with 200', async () => {
  const matomo = await matomoForThisTest();
  const person = await portal.register();
  const wrong = await connect(person, 'matomo', matomo, { apiKey: 'wrong' });
  await connect(person, 'matomo', matomo);
  await syncAll(portal);

  delete matomo.sites[7];
  await comeNight(portal, person, 'matomo');
  await syncAll(portal);

  expect([wrong.statusCode, wrong.json().error]).toEqual([400, expect.stringContaining('credential')]);
  expect((await onlyConnection(person)).status).toBe('no_access');
});

it('brings the figures of umami, each day as the tool tells it', async () => {
  const umami = await startUmami({ sites: { 7: { apiKey: API_KEY, visits: VISITS } } });
  onTestFinished(() => umami.close());
  const person = await portal.register();

  const refused = await connect(person, 'umami', umami, { apiKey: 'wrong' });
  const made = await connect(person, 'umami', umami);
  await syncAll(portal);

  expect([refused.statusCode, made.statusCode]).toEqual([400, 201]);
  const { totals, usersBasis, connectedSources } = await shown(person);
  expect(totals).toMatchObject({ users: 2, sessions: 2, pageviews: 3, bounceRate: 50, conversions: 1 });
  expect(usersBasis).toBe('period');
  expect(connectedSources).toMatchObject([{ source: 'umami', status: 'connected' }]);
});

it.each(['{"__proto__":{"x":1},"results":null,"meta":5}', '{}', '[]', 'null', '"Harbor"', '{"name":"Harbor"}'])(
  'connects with no server that answers everything with %s',
  async (answer) => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const person = await portal.register();

    for (const kind of ['matomo', 'umami', 'plausible']) {
      const refused = await connect(person, kind, { url });
      expect([kind, refused.statusCode, refused.json().error]).toEqual([
        kind,
        400,
        expect.stringContaining('protocol'),
      ]);
    }
    expect((await person.get('/api/connections')).json().data).toEqual([]);
  },
);
