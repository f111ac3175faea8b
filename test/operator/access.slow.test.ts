import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../db/schema/index.ts';
import { operations } from '../helpers/documented.ts';
import { appoint, REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { ageSession, enrol } from '../helpers/second-factor.ts';
import { outcome, pathTo, query } from '../helpers/wire.ts';

const portal = portalForThisFile({
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

const routes = operations.filter(({ path }) => path.startsWith('/operator/'));
const changes = routes.filter(({ method }) => method !== 'GET');
// Support sessions have tests of their own, and so do the routes for keys.
const changesOfOperators = changes.filter(({ path }) => !/support-session$|\/ingest\//.test(path));
const urls = [...new Set(routes.map(({ path }) => path))];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

let client: Person;
let pipeline: Awaited<ReturnType<Person['pipeline']>>;
let operator: Awaited<ReturnType<typeof registerOperator>>;
/** Operators whose calls of changes are refused: they stay as they are, so that all routes share them. */
let careless: Person;
let former: Person;
let idle: Person;
let supporter: Person;
beforeAll(async () => {
  [client, operator] = [await portal.register(), await registerOperator(portal)];
  pipeline = await client.pipeline(['ingest', 'read']);
  careless = await portal.register();
  await appoint(portal, careless);
  former = await registerOperator(portal);
  const isFormer = eq(operators.userId, former.userId);
  // In the same session, in which the role was in use.
  expect(outcome(await former.get('/api/operator/clients'))).toBe('200');
  await portal.deps.database.accounts.delete(operators).where(isFormer);
  idle = await registerOperator(portal);
  await ageSession(portal, idle);
  supporter = await registerOperator(portal, { role: 'support' });
});

const bodies = [undefined, {}, { reason: 5 }, '{', { name: 'A client', adminEmail: 'a@example.com', reason: REASON }];
const url = (path: string) => `/api${pathTo(path, client.orgId)}`;
const trpcOf = ({ operation }: (typeof routes)[number]) => operation.operationId.replaceAll('_', '.');

describe.each(urls)('%s', (path) => {
  it('does not exist for clients and their keys, whatever they send', async () => {
    const json = { 'content-type': 'application/json' };

    const answers = await Promise.all(
      [client, pipeline].flatMap((caller) =>
        METHODS.flatMap((method) =>
          (method === 'GET' ? [undefined] : bodies).map((body) =>
            caller.send(method, url(path), body, body ? json : {}),
          ),
        ),
      ),
    );

    expect(new Set(answers.map(outcome))).toEqual(new Set(['404 NOT_FOUND']));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it('is 401 without a session, with every method', async () => {
    const answers = await Promise.all(METHODS.map((method) => portal.visitor().send(method, url(path))));

    expect(answers.map(outcome)).toEqual(METHODS.map(() => '401 UNAUTHENTICATED'));
  });

  it('returns the allowed methods to an operator', async () => {
    const served = routes.filter((route) => route.path === path).map(({ method }) => method);
    const others = METHODS.filter((method) => !served.includes(method));

    const answers = await Promise.all(others.map((method) => operator.send(method, url(path))));

    expect(answers.map(outcome)).toEqual(others.map(() => '405 METHOD_NOT_ALLOWED'));
  });
});

describe.each(routes)('$method $path', (route) => {
  const { method, path } = route;
  const send = (who: Pick<Person, 'send'>) => who.send(method as 'GET', url(path), method === 'GET' ? undefined : {});

  it('over tRPC does not exist for clients either, by GET or POST', async () => {
    const answers = [await client.get(query(trpcOf(route), {})), await client.post(`/trpc/${trpcOf(route)}`, {})];

    expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
  });

  it('needs a second factor on the account', async () => {
    expect(outcome(await send(careless))).toBe('403 TWO_FACTOR_REQUIRED');
  });

  it('ends with the role, in the same session', async () => {
    expect(outcome(await send(former))).toBe('404 NOT_FOUND');
  });
});

it('a second factor opens every route that it is needed for', async () => {
  const person = await portal.register();
  await appoint(portal, person);
  await enrol(person);

  const refused: string[] = [];
  for (const { name, method, path } of routes) {
    const answer = await person.send(method as 'GET', url(path), method === 'GET' ? undefined : {});
    if (answer.headers['x-error-code'] === 'TWO_FACTOR_REQUIRED') refused.push(name);
  }

  expect(refused).toEqual([]);
});

describe.each(changesOfOperators)('$method $path', ({ method, path }) => {
  const send = (who: Pick<Person, 'send'>) => who.send(method as 'POST', url(path), { reason: REASON });

  it('needs a sign-in within the hour', async () => {
    expect(outcome(await send(idle))).toBe('403 REAUTH_REQUIRED');
  });

  it('is refused to the role "support"', async () => {
    expect(outcome(await send(supporter))).toBe('403 FORBIDDEN');
  });

  it.skipIf(!path.includes('{'))('returns one 404 for unknown and malformed ids', async () => {
    const notes = path.startsWith('/operator/reports/') && { notes: { overview: 'A note' } };
    const body = { reason: REASON, name: 'A client', adminEmail: 'a@example.com', ...notes };
    const answers = await Promise.all(
      [randomUUID(), 'no-id'].map((id) => operator.send(method as 'POST', `/api${pathTo(path, id)}`, body)),
    );

    expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });
});

describe('An operator', () => {
  it('who is refused changes reads all the same', async () => {
    for (const who of [idle, supporter]) expect(outcome(await who.get('/api/operator/clients'))).toBe('200');
  });

  it('sees no data of a client in the own session', async () => {
    const marker = `marker-${randomUUID()}`;
    await pipeline.post(
      '/api/ingest/scans',
      scan({ externalId: marker, tiers: [{ key: 't', label: marker, score: 1, weight: 1 }] }),
    );
    expect((await client.get('/api/visibility/scores')).body).toContain(marker);
    const reads = operations.filter(({ method, path }) => method === 'GET' && !path.startsWith('/operator/'));

    const telling: string[] = [];
    for (const { path } of reads) {
      const { body } = await operator.get(`/api${pathTo(path, client.orgId)}?clientId=${client.orgId}`);
      if (body.includes(marker)) telling.push(path);
    }

    expect(telling).toEqual([]);
  });

  it('who loses the role while a change waits changes nothing', async () => {
    const former = await registerOperator(portal);
    const { accounts } = portal.deps.database;
    const removed = await accounts.transaction(async (tx) => {
      await tx.delete(operators).where(eq(operators.userId, former.userId));
      // Admitted by what was committed, then held by the lock until the role is gone.
      return { change: former.post(`/api/operator/clients/${client.orgId}/suspend`, { reason: REASON }) };
    });

    expect(outcome(await removed.change)).toBe('404 NOT_FOUND');
    expect(outcome(await client.get('/api/visibility/scores'))).toBe('200');
  });
});
