import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { answerQuery, type StatsQuery } from '../../demo/services/plausible/stats.ts';
import { notifyFailed } from '../../routers/connections/notify-failed.ts';
import { clientDb } from '../helpers/client-db.ts';
import {
  comeNight,
  connectPlausible,
  dayAgo,
  onlyConnection,
  plausibleForThisTest,
  syncAll,
  syncRecent,
  visit,
} from '../helpers/connections.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { listener, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile({ own: true });

/** A working connection whose tool can be broken. */
async function connected() {
  let broken: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;
  const plausible = await plausibleForThisTest([visit(dayAgo(1))], {
    instead(request, response) {
      broken?.(response, request);
      return broken !== undefined;
    },
  });
  const person = await portal.register();
  await connectPlausible(person, plausible);
  await syncRecent(portal);
  const night = async () => {
    await comeNight(portal, person);
    await syncAll(portal);
    return onlyConnection(person);
  };
  return {
    person,
    plausible,
    night,
    breakWith(how: typeof broken) {
      broken = how;
    },
  };
}

const status = (code: number) => (response: ServerResponse) =>
  response.writeHead(code, { 'content-type': 'application/json' }).end('{"error":"No."}');

it.each([
  ['a revoked key', status(401), 'revoked', 'credential_refused'],
  ['a website taken away', status(403), 'no_access', 'property_missing'],
  ['a used-up limit', status(429), 'quota', 'quota_used_up'],
  ['an answer in HTML', (response: ServerResponse) => response.end('<html>'), 'needs_attention', 'strange_answer'],
  [
    'a redirect to an address within',
    (response: ServerResponse) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ...['needs_attention', 'strange_answer'],
  ],
  [
    'an answer without an end',
    (response: ServerResponse) => {
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(1024 * 1024, 32)));
      };
      response.on('drain', more);
      more();
    },
    ...['needs_attention', 'strange_answer'],
  ],
] as const)(
  'says so within one cycle after %s, keeps the figures, and works again by itself',
  async (_, how, ...expected) => {
    const { person, breakWith, night } = await connected();

    breakWith(how as never);
    const failed = await night();
    breakWith(undefined);
    const restored = await night();

    expect([failed.status, failed.problem]).toEqual(expected);
    expect(failed.cause).toContain('Plausible');
    expect(Date.parse(failed.nextSyncAt)).toBeLessThan(Date.now() + 27 * 3_600_000);
    expect([restored.status, restored.cause]).toEqual(['connected', null]);
    const { data } = (await person.get('/api/visibility/website-analytics')).json();
    expect(data.totals.sessions).toBe(1);
  },
);

it('tries what may pass again before it tells of it', async () => {
  const { breakWith, night } = await connected();

  breakWith(status(503));
  const states = [await night(), await night(), await night(), await night()];

  expect(states.map(({ status }) => status)).toEqual(['syncing', 'syncing', 'syncing', 'needs_attention']);
  expect(states.at(-1).problem).toBe('server_error');
});

it('tells administrators by one mail and webhooks by one event each, not members', async () => {
  const { person, breakWith, night } = await connected();
  const member = await portal.join(person);
  const [verification] = await portal.mailTo(person.email);
  await portal.visitor().post('/api/auth/verify-email', { token: verification?.token });
  const { receiver } = await listener(person, ['connection.failed', 'connection.restored']);

  breakWith(status(401));
  await night();
  await night();
  await notifyFailed(portal.deps);
  await notifyFailed(portal.deps);
  breakWith(undefined);
  await night();
  await sendEvents(portal);

  const subjects = async (address: string) => (await portal.mailTo(address)).map(({ subject }) => subject);
  expect((await subjects(person.email)).filter((subject) => subject?.includes('Plausible'))).toHaveLength(1);
  expect(await subjects(member.email)).not.toContain('Plausible no longer brings figures');
  expect(receiver.arrivals.map(({ type, data }) => [type, data.problem])).toEqual([
    ['connection.failed', 'credential_refused'],
    ['connection.restored', undefined],
  ]);
});

it('is mended by the same property with another credential', async () => {
  const { person, plausible, night } = await connected();
  plausible.site.apiKey = 'renewed';
  const failed = await night();

  const mended = await connectPlausible(person, plausible, { apiKey: 'renewed' });
  await syncAll(portal);

  expect([failed.status, mended.json().data.id]).toEqual(['revoked', failed.id]);
  expect((await onlyConnection(person)).status).toBe('connected');
});

it('rests with a suspended client, and its analytics call a broken one no longer connected', async () => {
  const { person, plausible, breakWith, night } = await connected();
  breakWith(status(401));
  await night();
  const { data } = (await person.get('/api/visibility/website-analytics')).json();

  await portal.deps.database.accounts.execute(
    sql`update organizations set status = 'suspended' where id = ${person.orgId}`,
  );
  breakWith(undefined);
  const before = plausible.queries();
  await comeNight(portal, person);
  await syncAll(portal);

  expect(data.connectedSources).toMatchObject([{ source: 'plausible', status: 'reported' }]);
  expect(plausible.queries()).toBe(before);
});

it('continues the past where a dead process stopped, and stores nothing under a lost lease', async () => {
  const { person, plausible } = await connected();
  const db = clientDb(portal, person.orgId);
  plausible.site.visits.push(visit(dayAgo(30)), visit(dayAgo(200)));
  const left = { pastDay: dayAgo(20), pastUntil: dayAgo(300) };

  // Another process holds it, and dies.
  const dead = { lease: crypto.randomUUID(), leasedUntil: new Date(Date.now() + 60_000) };
  await db
    .update(connections)
    .set({ ...left, ...dead })
    .where(eq(connections.clientId, person.orgId));
  await syncAll(portal);
  const waiting = await onlyConnection(person);
  await db.update(connections).set({ leasedUntil: new Date() }).where(eq(connections.clientId, person.orgId));
  await syncAll(portal);
  const done = await onlyConnection(person);

  expect([waiting.status, waiting.days.from]).toEqual(['syncing', dayAgo(1)]);
  expect([done.status, done.days.from]).toEqual(['connected', dayAgo(200)]);
});

it('stores nothing any more once it is removed in the middle of a read', async () => {
  const { person, plausible, breakWith, night } = await connected();
  const { id } = await onlyConnection(person);
  plausible.site.visits.push(visit(dayAgo(2)));
  let removed: Promise<{ statusCode: number }> | undefined;

  breakWith(async (response, request) => {
    removed ??= person.del(`/api/connections/${id}?data=delete`);
    await removed;
    const query = (await json(request)) as StatsQuery;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answerQuery(plausible.site, query)));
  });
  const left = await night();

  expect([(await removed)?.statusCode, left]).toEqual([200, undefined]);
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect([data.totals.sessions, data.connectedSources]).toEqual([0, []]);
});
