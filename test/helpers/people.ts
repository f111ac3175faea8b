import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

export interface Account {
  email: string;
  password: string;
  orgName: string;
  name?: string;
  invitationToken?: string;
}

type Body = InjectOptions['payload'];
type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: Body,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

let visitors = randomInt(2 ** 24);

/** An address that nobody else in this process has. */
function newAddress() {
  visitors = (visitors + 1) % 2 ** 24;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** The Cookie header for the cookies of a response. */
const cookiesOf = (response: LightMyRequestResponse) =>
  response.cookies
    .filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

function sender(app: FastifyInstance, standing: () => Record<string, string>): Send {
  return (method, url, body, headers = {}) =>
    app.inject({ method, url, headers: { ...standing(), ...headers }, ...(body !== undefined && { payload: body }) });
}

export const verbs = (send: Send) => ({
  send,
  get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
  post: (url: string, body?: Body, headers?: Record<string, string>) => send('POST', url, body, headers),
  put: (url: string, body?: Body, headers?: Record<string, string>) => send('PUT', url, body, headers),
  del: (url: string, headers?: Record<string, string>) => send('DELETE', url, undefined, headers),
});

/** A visitor with a unique address, so that tests do not share rate limits. */
export function visitor(app: FastifyInstance) {
  const address = newAddress();
  return { address, ...verbs(sender(app, () => ({ 'x-forwarded-for': address }))) };
}

export type Person = Awaited<ReturnType<typeof register>>;

/** Registers an organization and its administrator. */
export async function register(app: FastifyInstance, facts: Partial<Account> = {}) {
  const account = {
    email: `${randomUUID()}@example.com`,
    password: `a password ${randomUUID()}`,
    orgName: 'Example',
    ...facts,
  };
  const stranger = visitor(app);
  const response = await stranger.post('/api/auth/register', account);
  if (response.statusCode !== 201) throw new Error(`Registration failed: ${response.body}`);

  const cookie = cookiesOf(response);
  const person = verbs(sender(app, () => ({ 'x-forwarded-for': stranger.address, cookie })));
  const seen = await person.get('/api/auth/account/profile');
  if (seen.statusCode !== 200) throw new Error(`The profile of a new account is not to be had: ${seen.body}`);
  const { data: profile } = seen.json();
  return {
    ...account,
    ...person,
    address: stranger.address,
    cookie,
    userId: profile.id as string,
    orgId: profile.orgId as string,
    /** Creates an API key of the organization, with a sender that uses it. */
    async pipeline(scopes = ['ingest']) {
      const { key } = (await person.post('/api/auth/org/api-keys', { name: 'Pipeline', scopes })).json();
      return {
        key: key as string,
        ...verbs(sender(app, () => ({ 'x-forwarded-for': stranger.address, authorization: `Bearer ${key}` }))),
      };
    },
  };
}

export interface Invitation {
  id: string;
  email: string;
  token: string;
}

/** Invites an address to the administrator's organization. */
export async function invite(
  admin: Pick<Person, 'post'>,
  facts: { email?: string; role?: 'admin' | 'member' } = {},
): Promise<Invitation> {
  const response = await admin.post('/api/auth/org/invitations', { email: `${randomUUID()}@example.com`, ...facts });
  if (response.statusCode !== 201) throw new Error(`Inviting failed: ${response.body}`);
  return response.json().invitation;
}

/** Registers a new member of the administrator's organization. */
export async function join(
  app: FastifyInstance,
  admin: Pick<Person, 'post'>,
  role: 'admin' | 'member' = 'member',
  facts: Partial<Account> = {},
) {
  const { email, token } = await invite(admin, { role, ...(facts.email && { email: facts.email }) });
  return register(app, { ...facts, email, invitationToken: token });
}
