import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { startDns } from './dns.ts';
import { CLIENT, type ProviderPerson, startIdentityProvider, walkThrough } from './identity-provider.ts';
import type { Person } from './people.ts';
import { type Portal, portalForThisFile } from './portal.ts';

export const SSO = '/api/auth/org/sso';

/** A portal with a DNS server and a real identity provider. */
export async function portalWithProvider() {
  const dns = await startDns();
  const portal = portalForThisFile({ env: { DNS_SERVER: dns.address }, besideOthers: true });
  const idp = await startIdentityProvider('http://localhost:3000/api/auth/sso/callback');
  afterAll(async () => {
    idp.close();
    await dns.close();
  });
  return { dns, idp, portal };
}

export type Parts = Awaited<ReturnType<typeof portalWithProvider>>;

export const newDomain = () => `d${randomUUID().slice(0, 13)}.example`;

/** Sets the provider of an organization, and proves its domain. */
export async function setUp({ dns, idp }: Parts, admin: Person, facts: object = {}) {
  const domain = newDomain();
  const body = { issuer: idp.issuer, ...CLIENT, domains: [domain], defaultRole: 'member', ...facts };
  const stored = await admin.put(SSO, body);
  if (stored.statusCode !== 200) throw new Error(`No provider: ${stored.body}`);
  for (const one of stored.json().data.domains) dns.prove(one);
  await admin.post(`${SSO}/verify`);
  return domain;
}

type Visitor = ReturnType<Portal['visitor']>;

/** Begins a sign-in: the address at the provider, and the cookie for the way back. */
export async function begin(visitor: Visitor, email: string, next = '') {
  const query = new URLSearchParams({ email, ...(next && { next }) });
  const begun = await visitor.get(`/api/auth/sso?${query}`);
  const cookie = `portal_sso=${begun.cookies.find(({ name }) => name === 'portal_sso')?.value}`;
  return { begun, address: String(begun.headers.location), cookie };
}

const ledTo = ({ headers }: { headers: { location?: string | undefined } }) =>
  String(headers.location).replace('http://localhost:3000', '');

/**
 * A sign-in of somebody new that the provider has answered, and that has not arrived yet. `asked` is what the browser
 * opens at the provider.
 */
export async function answered({ portal, idp }: Parts, domain: string, asked = (address: string) => address) {
  const visitor = portal.visitor();
  idp.state.signedIn = randomUUID();
  idp.people[idp.state.signedIn] = { email: `${idp.state.signedIn}@${domain}`, email_verified: true };
  const { address, cookie } = await begin(visitor, `x@${domain}`);
  const back = await walkThrough(asked(address));
  return {
    back,
    cookie,
    code: new URL(back, 'http://localhost').searchParams.get('code') ?? '',
    /** Arrives, and returns where that leads to. */
    arrive: async (way = back, sent: string | null = cookie) =>
      ledTo(await visitor.get(way, sent ? { cookie: sent } : {})),
  };
}

/** Signs in as whom the provider knows by `subject`. */
export async function signInAs(
  { portal, idp }: Parts,
  subject: string,
  person: ProviderPerson & { email: string },
  startWith = person.email,
) {
  idp.people[subject] = { email_verified: true, ...person };
  idp.state.signedIn = subject;
  const visitor = portal.visitor();
  const { address, cookie } = await begin(visitor, startWith);
  const back = await walkThrough(address);
  const answer = await visitor.get(back, { cookie });
  const session = answer.cookies.find(({ name }) => name === 'portal_session')?.value;
  const signedIn = { cookie: `portal_session=${session}` };
  return {
    visitor,
    back,
    cookie,
    answer,
    /** Where it led to, below the portal. */
    led: ledTo(answer),
    hasSession: Boolean(session),
    profile: async () => (await visitor.get('/api/auth/account/profile', signedIn)).json().data,
    get: (url: string) => visitor.get(url, signedIn),
    post: (url: string, body?: InjectOptions['payload']) => visitor.post(url, body, signedIn),
  };
}
