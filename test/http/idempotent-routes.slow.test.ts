import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '../../db/schema/index.ts';
import { definitionOf, handlerOf, proceduresOf } from '../../internals/trpc.ts';
import { type JsonSchema, resolve } from '../../openapi/json-schema.ts';
import { appRouter } from '../../routers/index.ts';
import { type RouteMeta, repeatable } from '../../server/trpc/rest.ts';
import { clientDb } from '../helpers/client-db.ts';
import { API_KEY, plausibleForThisTest, SITE } from '../helpers/connections.ts';
import { components, errorCodesOf, operations } from '../helpers/documented.ts';
import { MEASUREMENT } from '../helpers/engines.ts';
import { exampleBody } from '../helpers/examples.ts';
import { unusedGrant } from '../helpers/google.ts';
import { markedContent } from '../helpers/marked-content.ts';
import { operatorKey, registerOperator } from '../helpers/operators.ts';
import { adding, softwareKey } from '../helpers/passkeys.ts';
import { invite, type Person } from '../helpers/people.ts';
import { openPortal, type Portal, portalForThisFile } from '../helpers/portal.ts';
import { makeProspect, markMeasured } from '../helpers/prospects.ts';
import { MONTHLY, storeReport, TEMPLATE } from '../helpers/reports.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const portal = portalForThisFile({ countInDatabase: true, restricted: true });

/** Another process on the same database. */
let beside: Portal;
beforeAll(async () => {
  beside = await openPortal({ beside: portal, countInDatabase: true });
});
afterAll(() => beside.close());

const definitions = Object.values(proceduresOf(appRouter)).map((procedure) => definitionOf<RouteMeta>(procedure));
const posts = definitions.flatMap(({ meta, ...definition }) =>
  meta?.openapi?.method === 'POST' ? [{ meta, definition: { meta, ...definition }, path: meta.openapi.path }] : [],
);
const creating = posts.filter(({ meta }) => repeatable(meta));

/** The routes of signed-in callers that create nothing: they change what exists, or answer what may not be kept. */
const CREATE_NOTHING = [
  '/auth/2fa/confirm',
  '/auth/2fa/disable',
  '/auth/2fa/regenerate-backup-codes',
  '/auth/2fa/setup',
  '/auth/account/change-email',
  '/auth/account/change-password',
  '/auth/account/consent',
  '/auth/account/passkeys/options',
  '/auth/account/sessions/revoke-others',
  '/auth/logout',
  '/auth/org/leave',
  '/auth/org/sso/verify',
  '/auth/org/switch',
  '/billing/portal',
  '/cms/preview',
  '/connections/google/authorize',
  '/connections/{id}/sync',
  '/operator/clients/bulk',
  '/operator/clients/{id}/erase',
  '/operator/clients/{id}/keep',
  '/operator/clients/{id}/resume',
  '/operator/clients/{id}/support-session',
  '/operator/clients/{id}/suspend',
  '/operator/connections/google/authorize',
  '/operator/report-schedules/{id}/run',
  '/operator/reports/{id}/approve',
  '/operator/reports/{id}/hold',
  '/operator/reports/{id}/send',
  '/operator/users/{id}/end-sessions',
  '/operator/users/{id}/lock',
  '/operator/users/{id}/reset-second-factor',
  '/operator/users/{id}/unlock',
  '/visibility/measurement/prompts/suggest',
  '/visibility/measurement/runs/{id}/cancel',
  '/visibility/measurement/runs/{id}/recount',
  '/webhooks/{id}/deliveries/{deliveryId}/replay',
];

type Body = object;

const browsers = new WeakMap<Person, ReturnType<typeof adding>>();

/** The browser in which a person adds a passkey. */
async function browserOf(person: Person) {
  const browser = browsers.get(person) ?? adding(person);
  browsers.set(person, browser);
  return browser;
}

/** Two different bodies of this person. */
async function bodiesOf(path: string, person: Person, on: Portal): Promise<[Body, Body]> {
  const operation = operations.find(({ name }) => name === `POST ${path}`);
  const example = () => (operation && exampleBody(operation, person)) ?? {};
  if (path === '/connections') {
    const { url } = await plausibleForThisTest([]);
    const body = { kind: 'plausible', url, siteId: SITE, apiKey: API_KEY };
    return [body, { ...body, more: 1 }];
  }
  if (path === '/auth/account/passkeys') {
    const { options } = await browserOf(person);
    const body = { name: 'Laptop', response: softwareKey(on).create(options) };
    return [body, { ...body, more: 1 }];
  }
  if (path === '/operator/connections') {
    const body = { grantId: await unusedGrant(on) };
    return [body, { ...body, more: 1 }];
  }
  if (path === '/operator/portfolios') {
    const body = { name: `North ${randomUUID()}`, clientIds: [person.orgId] };
    return [body, { ...body, more: 1 }];
  }
  if (path === '/operator/report-schedules') {
    const { data } = (await person.post('/api/operator/report-templates', TEMPLATE)).json();
    const body = { ...MONTHLY, templateId: data.id, clients: { ids: [person.orgId] } };
    return [body, { ...body, more: 1 }];
  }
  if (path !== '/auth/accept-invitation') {
    const body = example();
    return [body, Array.isArray(body) ? [...body, ...body] : { ...body, more: 1 }];
  }
  const admins = [await on.register(), await on.register()] as const;
  const { email } = person;
  return [{ token: (await invite(admins[0], { email })).token }, { token: (await invite(admins[1], { email })).token }];
}

/** A caller of a creating route, and its address. */
/** The kind of id in a path. */
const IDS: Record<string, 'suggestion' | 'goal' | 'run' | 'webhook'> = {
  '{draftId}': 'suggestion',
  goals: 'goal',
  runs: 'run',
  webhooks: 'webhook',
};

async function callerOf(path: string, person: Person, on: Portal) {
  if (path === '/auth/account/passkeys') return { ...person, ...(await browserOf(person)) };
  if (!path.includes('/ingest/')) return person;
  return path.startsWith('/operator') ? operatorKey(on, person) : person.pipeline();
}

/** The ids of what is no marked content. */
const MADE: Record<string, (person: Person, on: Portal) => Promise<string>> = {
  '/reports/{id}/links': (person, on) => storeReport(on, person),
  '/operator/clients/{id}/win': async (operator) => (await makeProspect(operator)).id,
  '/operator/clients/{id}/pitch': async (operator, on) => {
    const { id } = await makeProspect(operator);
    await markMeasured(on, id);
    return id;
  },
};

async function prepared(path: string, on: Portal = portal) {
  const person = path.startsWith('/operator') ? await registerOperator(on) : await on.register();
  const ids = path.includes('{') ? await markedContent(person, 'word') : undefined;
  const word = path.split('/').find((part) => part in IDS);
  const id = path.startsWith('/operator') ? person.orgId : ids?.[IDS[word ?? ''] ?? 'page'];
  const url = `/api${pathTo(path, (await MADE[path]?.(person, on)) ?? id ?? '')}`;
  // An audit alone is something to do.
  if (path === '/visibility/measurement/runs')
    await person.put(MEASUREMENT, { siteAudit: { enabled: true, startUrl: 'http://127.0.0.1:9/', maxPages: 1 } });
  const [body, otherBody] = await bodiesOf(path, person, on);
  return { person, url, body, otherBody, caller: await callerOf(path, person, on) };
}

/** The headers of the same caller at another portal on the same database. */
const credentials = (
  path: string,
  { person, caller }: { person: Person; caller: { key?: string; cookie?: string } },
) =>
  path.includes('/ingest/') ? { authorization: `Bearer ${caller.key}` } : { cookie: caller.cookie ?? person.cookie };

const withoutSecrets = (body: Record<string, unknown>, secrets: readonly string[] = []) => {
  const copy = structuredClone(body);
  for (const path of secrets) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    delete names.reduce((part, name) => part[name] as Record<string, unknown>, copy)[last];
  }
  return copy;
};

it('every POST of a signed-in caller or a key accepts an Idempotency-Key, except those that create nothing', () => {
  const without = posts.filter(({ meta }) => meta.access !== 'anyone' && !repeatable(meta));

  expect(without.map(({ path }) => path).sort()).toEqual(CREATE_NOTHING);
});

it('in every creating procedure the handler follows directly on the check of its output', () => {
  const wrong = creating.filter(({ definition }) => handlerOf(definition) !== definition.middlewares.length - 2);

  expect(wrong.map(({ path }) => path)).toEqual([]);
});

it('the document lists the header, the replay and the conflict exactly for these routes', () => {
  const documented = operations.filter(({ operation }) =>
    JSON.stringify(operation.parameters ?? []).includes('/IdempotencyKey'),
  );
  const expected = creating.map(({ path }) => `POST ${path}`).sort();

  expect(documented.map(({ name }) => name).sort()).toEqual(expected);
  expect(
    operations
      .filter(({ operation }) => errorCodesOf(operation, 409).includes('IDEMPOTENCY_CONFLICT'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(expected);
  for (const { operation } of documented)
    expect(JSON.stringify(operation.responses)).toContain('/headers/IdempotentReplayed');
});

/** Addresses that open something for whoever has them. Others, of pages and tools, are no secrets. */
const ADDRESSES = ['/reports/{id}/links url', '/operator/clients/{id}/pitch url'];

/** The fields of an answer that look like secrets, and whether they are required. */
function secretFields(schema: JsonSchema, above = ''): { path: string; required: boolean }[] {
  const { properties = {}, required = [] } = resolve(schema, components.schemas);
  return Object.entries(properties).flatMap(([name, child]) => [
    ...(/^(key|password|backupCodes|inviteUrl)$|(token|secret)$/i.test(name) && child.type !== 'boolean'
      ? [{ path: above + name, required: required.includes(name) }]
      : []),
    ...secretFields(child, `${above}${name}.`),
  ]);
}

it.each(creating)('POST $path names the secrets of its answer, and declares them optional', ({ path, meta }) => {
  const { operation } = operations.find(({ name }) => name === `POST ${path}`) ?? {};
  const success = operation?.responses[meta.status ?? 200];
  if (!success || !('content' in success)) throw new Error('The route has no documented success.');

  const found = secretFields(success.content?.['application/json']?.schema ?? {});

  const named = (meta.secrets ?? []).filter((name) => !ADDRESSES.includes(`${path} ${name}`));
  expect(found.map((field) => field.path).sort()).toEqual(named.sort());
  expect(found.filter(({ required }) => required)).toEqual([]);
});

const AT_ONCE = 8;

describe.each(creating)('POST $path with an Idempotency-Key', ({ path, meta }) => {
  it('at once in two processes works once, is answered without secrets, and is refused for another body', async () => {
    const ready = await prepared(path);
    const { person, caller, url, body, otherBody } = ready;
    const key = { 'idempotency-key': randomUUID() };
    const headers = { ...key, ...credentials(path, ready as never) };
    const send = (on: Portal) => on.inject({ method: 'POST', url, headers: { ...headers }, payload: body });

    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => send(turn % 2 ? portal : beside)));
    const again = await caller.post(url, body, key);
    const conflict = await caller.post(url, otherBody, key);
    const stored = await clientDb(portal, person.orgId).select().from(idempotencyKeys);

    const [first, ...more] = answers.filter((answer) => !('idempotent-replayed' in answer.headers));
    expect(new Set(answers.map(outcome))).toEqual(new Set([String(meta.status ?? 200)]));
    expect(more).toEqual([]);
    const kept = withoutSecrets(first?.json() ?? {}, meta.secrets);
    for (const answer of answers) if (answer !== first) expect(answer.body).toBe(JSON.stringify(kept));
    expect([again.statusCode, again.json()]).toEqual([meta.status ?? 200, kept]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(conflict.headers['x-error-code']).toBe('IDEMPOTENCY_CONFLICT');
    expect(conflict.statusCode).toBe(409);
    expect(stored.map(({ answer }) => JSON.parse(answer ?? ''))).toEqual([kept]);
    // In the transaction of the work: see test/http/lost-answers.test.ts. An import has several, and may be sent again.
    expect(stored.map(({ committed }) => committed)).toEqual([path !== '/imports']);
  });
});
