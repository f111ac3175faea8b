import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { brandings } from '../db/schema/index.ts';
import { runLog } from '../routers/insights/runs.ts';
import { operations } from './helpers/documented.ts';
import { exampleBody, exampleQuery } from './helpers/examples.ts';
import { addExamplePage } from './helpers/ingest.ts';
import { markedContent } from './helpers/marked-content.ts';
import { invite, type Person } from './helpers/people.ts';
import type { Portal } from './helpers/portal.ts';
import { markedRecords } from './helpers/records.ts';
import { markedParts } from './helpers/scan-parts.ts';
import { scan } from './helpers/scans.ts';
import { addon, billingForThisFile, plan } from './helpers/stripe.ts';
import { pathTo } from './helpers/wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const guarded = operations.filter(({ operation }) => operation.security?.length);
const reads = guarded.filter(({ method }) => method === 'GET');
const byId = guarded.filter(({ path }) => path.includes('{'));

const { portal, stripe, deliver } = billingForThisFile({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' });

/** Gives a client a subscription and an invoice with a marker in every text. */
async function pays(marker: string, clientId: string) {
  const customer = stripe.customer(clientId);
  const item = { name: marker, amount: 100 };
  const items = [
    { ...item, metadata: plan('website', marker) },
    { ...item, metadata: addon(marker) },
  ];
  await deliver(stripe.event(stripe.subscription(customer, items)));
  stripe.invoice(customer, { number: marker, description: marker });
}

/** A tenant with its own marker in every stored text. */
async function marked(portal: Portal) {
  const marker = `marker-${randomUUID()}`;
  const person = await portal.register({ email: `${marker}@example.com`, orgName: marker });
  await person.put('/api/auth/account/profile', { name: marker, jobTitle: marker });
  const pipeline = await person.pipeline(['ingest', 'read']);
  const tiers = [{ key: marker, label: marker, score: 50, weight: 1 }];
  const facts = { externalId: marker, tiers, ...markedParts(marker) };
  const { runId } = (await pipeline.post('/api/ingest/scans', scan(facts))).json();
  await addExamplePage(portal, person);
  await portal.deps.database.accounts.insert(brandings).values({ orgId: person.orgId, name: marker });
  const records = markedRecords(marker);
  expect((await pipeline.post('/api/ingest/records', records)).json()).toMatchObject({ accepted: records.length });
  await person.post('/api/insights/query', { type: 'nlq', query: `What of ${marker}?` });
  await person.post('/api/auth/org/api-keys', { name: marker, scopes: ['read'] });
  await person.put('/api/auth/org', { website: `https://${marker}.example`, address: marker });
  await portal.join(person, 'member', { email: `colleague-${marker}@example.com`, name: marker });
  await pays(marker, person.orgId);
  const content = await markedContent(person, marker);
  const invitation = await invite(person, { email: `guest-${marker}@example.com` });
  await portal.visitor().post('/api/auth/login', person, { 'user-agent': marker });
  await portal.deps.use(runLog).settled();

  const [session] = (await person.get('/api/auth/account/sessions')).json();
  const [key] = (await person.get('/api/auth/org/api-keys')).json().data;
  const [member] = (await person.get('/api/auth/org/members')).json().data;
  const [event] = (await person.get('/api/auth/org/activity')).json().data;
  const [recommendation] = (await person.get('/api/visibility/recommendations')).json().data;
  const [phase] = (await person.get('/api/visibility/action-plan')).json().data.phases;
  const inside: string[] = [session.id, key.id, event.id, runId, member.id, invitation.id];
  inside.push(recommendation.id, phase.items[0].id);
  return { marker, person, pipeline, ids: [...inside, ...Object.values(content), person.userId, person.orgId] };
}

let one: Awaited<ReturnType<typeof marked>>;
let other: Awaited<ReturnType<typeof marked>>;
beforeAll(async () => {
  [one, other] = [await marked(portal), await marked(portal)];
});

describe('two tenants', () => {
  it.each(reads)('$method $path shows data of the caller only', async ({ path, operation }) => {
    const answers = await Promise.all(
      [one, other].map(async ({ person, pipeline }) => {
        const url = `/api${path}${exampleQuery({ operation })}`;
        const asPerson = await person.get(url);
        const asPipeline = await pipeline.get(url);
        return asPerson.body + asPipeline.body;
      }),
    );

    expect(answers[0]).not.toContain(other.marker);
    expect(answers[1]).not.toContain(one.marker);
  });

  it.each([
    '/visibility/scores',
    '/visibility/competitors',
    '/visibility/competitor-suggestions',
    '/visibility/aeo',
    '/visibility/aeo/answers',
    '/visibility/aeo/sources',
    '/visibility/aeo/engines',
    '/visibility/listing-health',
    '/visibility/overview',
    '/visibility/action-plan',
    '/visibility/recommendations',
    '/visibility/report',
    '/insights/history',
    '/insights/runs',
    '/auth/org/branding',
    '/billing/subscription',
    '/billing/invoices',
    '/cms/pages',
    '/cms/pages/bin',
    '/cms/templates',
    '/templates',
    '/content-suggestions',
    '/content-suggestions/analytics',
    '/content-calendar',
    '/content-performance',
    '/visibility/content-impact',
    '/dashboard/content-impact',
    '/auth/account/profile',
    '/auth/org',
    '/auth/org/list',
    '/auth/org/members',
    '/auth/org/invitations',
    '/auth/account/activity',
    '/auth/org/activity',
    '/auth/org/api-keys',
    '/webhooks',
  ])('GET %s shows the marker of the caller', async (path) => {
    const { body } = await one.person.get(`/api${path}`);

    expect(body).toContain(one.marker);
  });

  it.each(byId)(
    '$method $path returns the same 404 for ids of the other tenant and unknown ids',
    async ({ method, path, operation }) => {
      const body = exampleBody({ operation }, one.person) ?? (method === 'GET' ? undefined : {});
      const ask = (person: Person, id: string) => person.send(method as Method, `/api${pathTo(path, id)}`, body);

      const foreign = await Promise.all(other.ids.map((id) => ask(one.person, id)));
      const [unknown, malformed] = [await ask(one.person, randomUUID()), await ask(one.person, 'no-id-at-all')];

      expect([...foreign, unknown, malformed].map(({ statusCode }) => statusCode)).toEqual(
        Array(other.ids.length + 2).fill(404),
      );
      expect(new Set([...foreign, unknown, malformed].map(({ body }) => body)).size).toBe(1);
    },
  );

  it.each(guarded.filter(({ path }) => path !== '/auth/logout'))(
    '$method $path ignores tenant ids in the input',
    async ({ method, path }) => {
      const { orgId, userId } = other.person;
      const chosen = { clientId: orgId, client_id: orgId, orgId, userId };
      const url = `/api${pathTo(path, randomUUID())}?${new URLSearchParams(chosen)}`;
      const caller = path.startsWith('/ingest') ? one.pipeline : one.person;

      const response = await caller.send(method as Method, url, method === 'GET' ? undefined : chosen, {
        'x-client-id': orgId,
      });

      expect(response.statusCode).not.toBe(401);
      expect(response.body).not.toContain(other.marker);
    },
  );
});

describe('without a session', () => {
  it.each(guarded)('$method $path returns 401', async ({ method, path }) => {
    const stranger = portal.visitor();

    const response = await stranger.send(method as Method, `/api${pathTo(path, randomUUID())}`);

    expect(response.statusCode).toBe(401);
    expect(response.headers['x-error-code']).toBe('UNAUTHENTICATED');
  });
});
