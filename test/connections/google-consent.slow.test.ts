import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionGrants } from '../../db/schema/index.ts';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { clientDb } from '../helpers/client-db.ts';
import { comeNight, onlyConnection, syncAll, syncRecent } from '../helpers/connections.ts';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';

const PROPERTY = 'properties/123456789';
const store = emptyGoogle();
let google: Awaited<ReturnType<typeof startGoogle>>;
let portal: Portal;
beforeAll(async () => {
  store.properties[PROPERTY] = { timeZone: 'UTC', rows: [] };
  google = await startGoogle({ store });
  portal = await openPortal({
    env: {
      GOOGLE_API_BASE: google.url,
      GOOGLE_ACCOUNTS_BASE: google.url,
      GOOGLE_CLIENT_ID: store.client.id,
      GOOGLE_CLIENT_SECRET: store.client.secret,
    },
  });
});
afterAll(async () => {
  await portal.close();
  await google.close();
});

const KINDS = ['google_analytics'];

/** Consents at Google as a browser does, and returns where Google leads back to. */
async function consentOf(person: Person, kinds = KINDS) {
  const asked = await person.post('/api/connections/google/authorize', { kinds });
  const response = await fetch(asked.json().url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  return { asked: new URL(asked.json().url), back: `${back.pathname}${back.search}` };
}

/** Follows the way back, and returns the query of the page of connections. */
async function arrive(person: Person, back: string) {
  const response = await person.get(back);
  return new URL(String(response.headers.location)).searchParams;
}

async function connected() {
  const person = await portal.register();
  const grantId = (await arrive(person, (await consentOf(person)).back)).get('grant');
  const body = { kind: 'google_analytics', grantId, property: PROPERTY };
  const made = await person.post('/api/connections', body);
  expect(made.statusCode, made.body).toBe(201);
  await syncRecent(portal);
  const night = async () => {
    await comeNight(portal, person, 'google_analytics');
    await syncAll(portal);
    return onlyConnection(person);
  };
  return { person, grantId: String(grantId), night };
}

it('connects by a consent with PKCE that only reads', async () => {
  const person = await portal.register();

  const { asked, back } = await consentOf(person);
  const grantId = (await arrive(person, back)).get('grant');
  const { data: properties } = (await person.get('/api/connections/google/properties?kind=google_analytics')).json();
  const body = { kind: 'google_analytics', grantId, property: properties[0].property };
  const made = await person.post('/api/connections', body);
  await syncAll(portal);

  expect(asked.searchParams.get('scope')).toBe('https://www.googleapis.com/auth/analytics.readonly');
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  expect(made.statusCode, made.body).toBe(201);
  expect(await onlyConnection(person)).toMatchObject({ kind: 'google_analytics', status: 'connected' });
  const [grant] = await clientDb(portal, person.orgId).select().from(connectionGrants);
  const seen = JSON.stringify(grant) + portal.lines.join('') + made.body;
  expect([...store.grants.keys(), ...store.tokens.keys()].filter((token) => seen.includes(token))).toEqual([]);
});

it('takes the way back of no other session, and of none twice', async () => {
  const [person, other] = [await portal.register(), await portal.register()];
  const { back } = await consentOf(person);

  const foreign = await arrive(other, back);
  const own = await arrive(person, back);
  const again = await arrive(person, back);

  expect([foreign.get('failed'), again.get('failed')]).toEqual(['state', 'credential_refused']);
  expect(own.get('grant')).toMatch(/^[0-9a-f-]{36}$/);
});

it('says revoked after invalid_grant in the night, and is mended by a new consent', async () => {
  const { person, night } = await connected();
  store.grants.clear();
  const db = clientDb(portal, person.orgId);
  store.expiresIn = 1;
  const before = await arrive(person, (await consentOf(person)).back);
  const old = await person.post('/api/connections', {
    kind: 'google_analytics',
    grantId: before.get('grant'),
    property: PROPERTY,
  });
  store.expiresIn = 3599;
  store.grants.clear();

  const failed = await night();
  const grantId = (await arrive(person, (await consentOf(person)).back)).get('grant');
  await person.post('/api/connections', { kind: 'google_analytics', grantId, property: PROPERTY });
  await syncAll(portal);

  expect(old.statusCode).toBe(201);
  expect([failed.status, failed.problem]).toEqual(['revoked', 'credential_refused']);
  expect((await onlyConnection(person)).status).toBe('connected');
  expect(await db.$count(connectionGrants, eq(connectionGrants.clientId, person.orgId))).toBe(3);
});

it('tells a client that Google refuses apart from a revoked consent, which stays good', async () => {
  store.expiresIn = 1;
  const { night } = await connected();
  store.expiresIn = 3599;
  const { secret } = store.client;
  store.client.secret = 'another';

  const failed = await night();
  store.client.secret = secret;
  const later = await night();

  expect(failed).toMatchObject({ status: 'needs_attention', problem: 'client_refused' });
  expect(failed.cause).toContain('GOOGLE_CLIENT_SECRET');
  expect(later.status).toBe('connected');
});

it('stores a rotated token before it is used, also where many ask at once', async () => {
  store.rotates = true;
  store.expiresIn = 1;
  const { person, night } = await connected();
  const path = '/api/connections/google/properties?kind=google_analytics';
  store.expiresIn = 3599;

  const answers = await Promise.all(Array.from({ length: 8 }, () => person.get(path)));
  store.rotates = false;

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect((await night()).status).toBe('connected');
});

it('says which permission is missing when a scope was unticked', async () => {
  const person = await portal.register();
  store.unticked = ['https://www.googleapis.com/auth/analytics.readonly'];
  const { back } = await consentOf(person, ['google_analytics', 'search_console']);
  store.unticked = [];
  const grantId = (await arrive(person, back)).get('grant');

  const answer = await person.post('/api/connections', { kind: 'google_analytics', grantId, property: PROPERTY });

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toContain('permission');
});

it('is another organization’s grant to nobody else', async () => {
  const { grantId } = await connected();
  const stranger = await portal.register();

  const made = await stranger.post('/api/connections', { kind: 'google_analytics', grantId, property: PROPERTY });
  const listed = await stranger.get(`/api/connections/google/properties?kind=google_analytics&grantId=${grantId}`);

  expect([made.statusCode, listed.json().data]).toEqual([400, []]);
});
