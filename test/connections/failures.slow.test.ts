import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import {
  connections,
  organizations,
  trafficHourly,
  trafficSources,
  websiteDaily,
  websitePeriods,
} from '../../db/schema/index.ts';
import type { PlausibleSite } from '../../demo/services/plausible/server.ts';
import { answerQuery, type StatsQuery } from '../../demo/services/plausible/stats.ts';
import { notifyFailed } from '../../routers/connections/notify-failed.ts';
import { connectionSyncer } from '../../routers/connections/sync/syncer.ts';
import { eraseAfterGrace } from '../helpers/archives.ts';
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
import { registerOperator } from '../helpers/operators.ts';
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

it.each([
  ['an error of the tool', status(503), 'server_error'],
  ['a call without an answer', (response: ServerResponse) => response.destroy(), 'no_answer'],
])('tries %s again before it tells of it', async (_, how, problem) => {
  const { breakWith, night } = await connected();

  breakWith(how);
  const states = [await night(), await night(), await night(), await night()];

  expect(states.map(({ status }) => status)).toEqual(['syncing', 'syncing', 'syncing', 'needs_attention']);
  expect(states.at(-1).problem).toBe(problem);
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

it.each(['suspended', 'erasing'])(
  'rests with a client that is %s, and its analytics call a broken one no longer connected',
  async (status) => {
    const { person, plausible, breakWith, night } = await connected();
    breakWith((response) => response.writeHead(401).end('{}'));
    await night();
    const { data } = (await person.get('/api/visibility/website-analytics')).json();

    await portal.deps.database.accounts.execute(
      sql`update organizations set status = ${status} where id = ${person.orgId}`,
    );
    breakWith(undefined);
    const before = plausible.queries();
    await comeNight(portal, person);
    await syncAll(portal);

    expect(data.connectedSources).toMatchObject([{ source: 'plausible', status: 'reported' }]);
    expect(plausible.queries()).toBe(before);
  },
);

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

/** Lets a tool answer when something else has happened. */
const answerAfter =
  ({ site }: { site: PlausibleSite }, before: () => Promise<unknown>) =>
  async (response: ServerResponse, request: IncomingMessage) => {
    await before();
    const query = (await json(request)) as StatsQuery;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerQuery(site, query)));
  };

/** How many rows a connection has brought. */
async function rowsOf({ orgId }: { orgId: string }) {
  const counts = await Promise.all(
    [websiteDaily, trafficSources, trafficHourly, websitePeriods].map((table) =>
      portal.deps.database.asMaintenance().$count(table, eq(table.clientId, orgId)),
    ),
  );
  return counts.reduce((all, count) => all + count, 0);
}

it('is read by one of two processes, also where two people ask for it at once', async () => {
  const { person, plausible, night } = await connected();
  const { id } = await onlyConnection(person);
  const other = connectionSyncer.open(portal.deps);
  onTestFinished(() => other.close());
  const start = plausible.queries();

  await Promise.all([1, 2].map(() => person.post(`/api/connections/${id}/sync`)));
  await Promise.all([syncAll(portal), other.settled()]);
  const byTwo = plausible.queries() - start;
  const { rows } = await night();

  expect(plausible.queries() - start).toBe(2 * byTwo);
  expect(rows).toBe(await rowsOf(person));
});

it('stores nothing of a read that another process has taken over, and no row twice when that one dies', async () => {
  const { person, plausible, breakWith, night } = await connected();
  const mine = clientDb(portal, person.orgId).update(connections);
  const before = await rowsOf(person);
  plausible.site.visits.push(visit(dayAgo(2)), visit(dayAgo(1), { visitor: 'late' }));
  let taken: Promise<unknown> | undefined;

  breakWith(
    answerAfter(plausible, () => {
      taken ??= mine.set({ lease: crypto.randomUUID(), leasedUntil: new Date(Date.now() + 60_000) }).execute();
      return taken;
    }),
  );
  await night();
  const meanwhile = await rowsOf(person);
  breakWith(undefined);
  await clientDb(portal, person.orgId).update(connections).set({ leasedUntil: new Date() });
  await syncAll(portal);

  const { rows, status } = await onlyConnection(person);
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect([meanwhile, status, rows]).toEqual([before, 'connected', await rowsOf(person)]);
  expect([data.totals.sessions, data.series.length]).toEqual([3, 2]);
});

it('leaves nothing of a client that is erased in the middle of a read, and tells nobody of it', async () => {
  const operator = await registerOperator(portal);
  const { person, plausible, breakWith } = await connected();
  await operator.post(`/api/operator/clients/${person.orgId}/erase`, { name: person.orgName });
  await portal.deps.database.accounts
    .update(organizations)
    .set({ status: 'active' })
    .where(eq(organizations.id, person.orgId));
  await comeNight(portal, person);
  let erased: Promise<void> | undefined;

  breakWith(
    answerAfter(plausible, () => {
      erased ??= eraseAfterGrace(portal, person);
      return erased;
    }),
  );
  const lines = portal.lines.length;
  await syncAll(portal);

  expect([erased === undefined, await rowsOf(person)]).toEqual([false, 0]);
  expect(portal.lines.slice(lines).join('')).not.toContain('A connection could not be');
});

it('stores nothing any more once it is removed in the middle of a read', async () => {
  const { person, plausible, breakWith, night } = await connected();
  const { id } = await onlyConnection(person);
  plausible.site.visits.push(visit(dayAgo(2)));
  let removed: Promise<{ statusCode: number }> | undefined;

  breakWith(
    answerAfter(plausible, () => {
      removed ??= person.del(`/api/connections/${id}?data=delete`);
      return removed;
    }),
  );
  const left = await night();

  expect([(await removed)?.statusCode, left]).toEqual([200, undefined]);
  const { data } = (await person.get('/api/visibility/website-analytics')).json();
  expect([data.totals.sessions, data.connectedSources]).toEqual([0, []]);
});
