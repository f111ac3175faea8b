import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/index.ts';
import { document } from '../../openapi/document.ts';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

// Everything that opened something to an administrator, tried on every route that takes it, after what happened to
// them.

const portal = portalForThisFile();

const MEMBERS = '/api/auth/org/members';
const KEYS = '/api/auth/org/api-keys';
const PASSWORD = 'quite long enough';

type Holder = Awaited<ReturnType<typeof equipped>>;

/** An administrator beside the owner, with a credential of each kind. */
async function equipped(owner: Person, { verified }: { verified: boolean }) {
  const { accounts: db } = portal.deps.database;
  const [person, spare] = [await portal.join(owner, 'admin'), await portal.register()];
  await db.update(users).set({ emailVerified: verified }).where(eq(users.id, person.userId));
  const authenticator = await enrol(person);
  const [known, fresh] = [await invite(person, { email: spare.email, role: 'admin' }), await invite(person)];
  return {
    person,
    spare,
    authenticator,
    known,
    fresh,
    key: (await person.pipeline(['ingest', 'read'])).key,
    session: /portal_session=([^;]+)/.exec(person.cookie)?.[1] ?? '',
    tempToken: (await halfway(portal, person)).tempToken,
    verification: await issueToken(db, 'email_verification', person.userId),
    reset: await issueToken(db, 'password_reset', person.userId),
  };
}

/** An administrator revokes the keys whose makers are no administrators any more, as the list of keys tells. */
async function revokeMarkedKeys(owner: Person) {
  const keys: { id: string; createdBy: { role: string | null } }[] = (await owner.get(KEYS)).json().data;
  for (const { id } of keys.filter(({ createdBy }) => createdBy.role !== 'admin')) await owner.del(`${KEYS}/${id}`);
}

async function seatOf(owner: Person, { person }: Holder) {
  const members: { id: string; userId: string }[] = (await owner.get(MEMBERS)).json().data;
  return `${MEMBERS}/${members.find(({ userId }) => userId === person.userId)?.id}`;
}

const resetPassword = async ({ person }: Holder) => {
  const token = await issueToken(portal.deps.database.accounts, 'password_reset', person.userId);
  await portal.visitor().post('/api/auth/reset-password', { token, password: PASSWORD });
};

type Credential = 'session' | 'key' | 'tempToken' | 'invitation' | 'verification' | 'reset';

interface Fate {
  verified: boolean;
  befalls: (owner: Person, holder: Holder) => Promise<unknown>;
  /** What opens nothing afterwards. The rest is the organization's, or opens the person's own account only. */
  shut: Credential[];
}

const FATES: Record<string, Fate> = {
  'a removed administrator': {
    verified: true,
    befalls: async (owner, holder) => {
      await owner.del(await seatOf(owner, holder));
      await revokeMarkedKeys(owner);
    },
    shut: ['session', 'key', 'tempToken', 'invitation'],
  },
  'a demoted administrator': {
    verified: true,
    befalls: async (owner, holder) => {
      await owner.put(await seatOf(owner, holder), { role: 'member' });
      await revokeMarkedKeys(owner);
    },
    shut: ['key', 'invitation'],
  },
  'somebody who reset the password': {
    verified: true,
    befalls: (_owner, holder) => resetPassword(holder),
    shut: ['session', 'tempToken', 'verification', 'reset'],
  },
  'somebody who was never verified before a reset': {
    verified: false,
    befalls: (_owner, holder) => resetPassword(holder),
    shut: ['session', 'key', 'tempToken', 'invitation', 'verification', 'reset'],
  },
};

type Door = [name: string, knock: (holder: Holder) => Promise<LightMyRequestResponse>];

type Operation = { security?: object[] };
const guarded = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>)
    .filter(([, { security }]) => security?.length)
    .map(([method]) => ({ method: method.toUpperCase() as 'GET', path })),
);
const everywhere = (headers: (holder: Holder) => Record<string, string>): Door[] =>
  guarded.map(({ method, path }) => [
    `${method} ${path}`,
    (holder) => {
      const body = method === 'GET' ? undefined : {};
      return portal.visitor().send(method, `/api${pathTo(path, holder.person.orgId)}`, body, headers(holder));
    },
  ]);

const posts = (
  urls: string[],
  body: (holder: Holder) => object,
  headers?: (holder: Holder) => Record<string, string>,
) => urls.map((url): Door => [url, (holder) => portal.visitor().post(url, body(holder), headers?.(holder))]);

const VERIFY = ['/api/auth/2fa/verify-login', '/trpc/auth.twoFactor.verifyLogin'];
const BACKUP = ['/api/auth/2fa/verify-backup-code', '/trpc/auth.twoFactor.verifyBackupCode'];
const ACCEPT = ['/api/auth/accept-invitation', '/trpc/auth.acceptInvitation'];

const code = ({ authenticator }: Holder) => codeOf(authenticator);
const backupCode = ({ authenticator }: Holder) => authenticator.backupCodes[0];
const bearer = ({ tempToken }: Holder) => ({ authorization: `Bearer ${tempToken}` });
const cookie = ({ tempToken }: Holder) => ({ cookie: `portal_2fa=${tempToken}` });

/** Every route that takes a credential, in each way that it may be sent. */
const DOORS: Record<Credential, Door[]> = {
  session: [
    ...everywhere(({ session }) => ({ cookie: `portal_session=${session}` })),
    ...everywhere(({ session }) => ({ cookie: `portal_token=${session}` })),
  ],
  key: everywhere(({ key }) => ({ authorization: `Bearer ${key}` })),
  tempToken: [
    ...posts(VERIFY, (holder) => ({ code: code(holder), tempToken: holder.tempToken })),
    ...posts(VERIFY, (holder) => ({ code: code(holder) }), bearer),
    ...posts(VERIFY, (holder) => ({ code: code(holder) }), cookie),
    ...posts(BACKUP, (holder) => ({ code: backupCode(holder), tempToken: holder.tempToken })),
    ...posts(BACKUP, (holder) => ({ code: backupCode(holder) }), bearer),
    ...posts(BACKUP, (holder) => ({ code: backupCode(holder) }), cookie),
  ],
  invitation: [
    ...posts(ACCEPT, ({ fresh: { token } }) => ({ token })),
    ...posts(ACCEPT, ({ fresh: { token } }) => ({ token, password: PASSWORD })),
    ...posts(['/api/auth/register', '/trpc/auth.register'], ({ fresh: { email, token: invitationToken } }) => ({
      email,
      password: PASSWORD,
      invitationToken,
    })),
    ...ACCEPT.map((url): Door => [url, ({ spare, known: { token } }) => spare.post(url, { token })]),
  ],
  verification: posts(['/api/auth/verify-email', '/trpc/auth.verifyEmail'], ({ verification: token }) => ({ token })),
  reset: posts(['/api/auth/reset-password', '/trpc/auth.resetPassword'], ({ reset: token }) => ({
    token,
    password: PASSWORD,
  })),
};

const REFUSALS = ['401 UNAUTHENTICATED', '401 INVALID_TEMP_TOKEN', '400 INVALID_TOKEN'];

describe.each(Object.entries(FATES))('Of %s', (_who, { verified, befalls, shut }) => {
  let owner: Person;
  let holder: Holder;
  beforeAll(async () => {
    owner = await portal.register();
    holder = await equipped(owner, { verified });
    await befalls(owner, holder);
  });

  it.each(shut)('no %s opens anything', async (credential) => {
    const opened = [];
    for (const [name, knock] of DOORS[credential]) {
      const response = await knock(holder);
      const cookies = response.cookies.filter(({ value }) => value);
      if (!REFUSALS.includes(outcome(response)) || cookies.length > 0) opened.push([name, outcome(response)]);
    }

    expect(DOORS[credential].length).toBeGreaterThan(1);
    expect(opened).toEqual([]);
  });

  it('no other session was created', async () => {
    const members: { userId: string }[] = (await owner.get(MEMBERS)).json().data;

    const present = members.map(({ userId }) => userId).filter((id) => id !== holder.person.userId);
    expect(present).toEqual([owner.userId]);
  });
});

describe('A credential of an administrator whom nothing befell', () => {
  it.each(Object.keys(DOORS) as Credential[])(
    '(%s) opens something, so that the doors are the right ones',
    async (kind) => {
      const holder = await equipped(await portal.register(), { verified: false });

      let opened = false;
      for (const [, knock] of DOORS[kind]) opened ||= (await knock(holder)).statusCode < 300;

      expect(opened).toBe(true);
    },
  );
});

describe('A demoted administrator', () => {
  it('reaches no route for administrators with the session', async () => {
    const owner = await portal.register();
    const holder = await equipped(owner, { verified: true });
    await owner.put(await seatOf(owner, holder), { role: 'member' });
    const { person } = holder;
    const seat = await seatOf(owner, holder);

    const answers = [
      await person.get(KEYS),
      await person.post(KEYS, { name: 'Another', scopes: ['read'] }),
      await person.del(`${KEYS}/${person.orgId}`),
      await person.get('/api/auth/org/invitations'),
      await person.post('/api/auth/org/invitations', { email: 'spy@example.com', role: 'admin' }),
      await person.del(`/api/auth/org/invitations/${holder.fresh.id}`),
      await person.put(seat, { role: 'admin' }),
      await person.del(seat),
      await person.put('/api/auth/org', { name: 'Mine' }),
      await person.get('/api/auth/org/activity'),
    ];

    expect(answers.map(outcome)).toEqual(Array(10).fill('403 FORBIDDEN'));
  });
});

describe('A removed administrator who signs in again', () => {
  it('is in an organization of their own', async () => {
    const owner = await portal.register();
    const person = await portal.join(owner, 'admin');
    const seat = (await owner.get(MEMBERS)).json().data.find((one: Person) => one.userId === person.userId);
    await owner.del(`${MEMBERS}/${seat.id}`);

    const { user } = (await portal.visitor().post('/api/auth/login', person)).json();

    expect(user.orgId).not.toBe(owner.orgId);
  });
});
