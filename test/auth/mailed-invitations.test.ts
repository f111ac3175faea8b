import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations } from '../../db/schema/index.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ACCEPT = '/api/auth/accept-invitation';
const PROFILE = '/api/auth/account/profile';
const PASSWORD = 'quite long enough';

/** What the newest link in a mailbox carries. */
async function mailed(email: string) {
  const { searchParams } = new URL((await portal.mailTo(email)).at(-1)?.link ?? '');
  return { token: searchParams.get('token') ?? '', proof: searchParams.get('proof') ?? '' };
}

async function signedIn(cookies: { name: string; value: string }[]) {
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  return (await portal.inject({ url: PROFILE, headers })).json().data;
}

const verificationsOf = async (email: string) =>
  (await portal.mailTo(email)).filter(({ link }) => link.includes('/verify-email'));

const accept = (body: object) => portal.visitor().post(ACCEPT, { password: PASSWORD, ...body });

const register = (email: string, body: object) =>
  portal.visitor().post('/api/auth/register', { email, password: PASSWORD, ...body });

const isVerified = async (person: Pick<Person, 'get'>) => (await person.get(PROFILE)).json().data.emailVerified;

describe('The link of the mail', () => {
  it('makes an account with a verified address, and asks for no confirmation', async () => {
    const admin = await portal.register();
    const { email } = await invite(admin);

    const response = await accept(await mailed(email));

    expect(response.statusCode).toBe(200);
    expect(await signedIn(response.cookies)).toMatchObject({ email, emailVerified: true, verifiedByLink: false });
    expect(await verificationsOf(email)).toEqual([]);
    const trail = await events(admin, ORG);
    expect(trail.map(({ type }) => type)).toEqual(expect.arrayContaining(['invitation_accepted', 'email_verified']));
  });

  it('makes one on registration too, for the invited address alone', async () => {
    const { email } = await invite(await portal.register());
    const { token: invitationToken, proof: invitationProof } = await mailed(email);
    const link = { invitationToken, invitationProof };

    const other = await register(`${randomUUID()}@example.com`, link);
    const response = await register(email, link);

    expect(outcome(other)).toBe('403 FORBIDDEN');
    expect(response.json().user).toMatchObject({ email, emailVerified: true });
    expect(await verificationsOf(email)).toEqual([]);
  });

  it('that an operator sends does so as well', async () => {
    const operator = await registerOperator(portal);
    const adminEmail = `${randomUUID()}@example.com`;
    const made = await operator.post('/api/operator/clients', { name: 'Invited', adminEmail });

    const { token, proof } = await mailed(adminEmail);
    const response = await accept({ token, proof });

    expect(token).toBe(made.json().invitation.token);
    expect(made.body).not.toContain(proof);
    expect(await signedIn(response.cookies)).toMatchObject({ email: adminEmail, role: 'admin', emailVerified: true });
  });

  it('confirms the address of an account that is signed in, and of no other', async () => {
    const [admin, invited] = [await portal.register(), await portal.register()];
    await invite(admin, { email: invited.email });
    const link = await mailed(invited.email);

    const signedOut = await accept(link);
    const unconfirmed = await isVerified(invited);
    const response = await invited.post(ACCEPT, link);

    expect([signedOut, response].map(outcome)).toEqual(['401 LOGIN_REQUIRED', '200']);
    expect(unconfirmed).toBe(false);
    expect(await isVerified(invited)).toBe(true);
    const [verification] = await verificationsOf(invited.email);
    expect(outcome(await invited.post('/api/auth/verify-email', { token: verification?.token }))).toBe(
      '400 INVALID_TOKEN',
    );
  });
});

describe('The link that is copied from the page', () => {
  it('leaves the address to be confirmed, also with a proof that is none', async () => {
    const admin = await portal.register();
    const proofs = [undefined, 'x'.repeat(43), (await mailed((await invite(admin)).email)).proof];

    const answers = [];
    for (const proof of proofs) {
      const { email, token } = await invite(admin);
      const response = await accept({ token, ...(proof && { proof }) });
      answers.push([(await signedIn(response.cookies)).emailVerified, (await verificationsOf(email)).length]);
    }

    expect(answers).toEqual(Array(3).fill([false, 1]));
    const { email, token } = await invite(admin);
    const registered = await register(email, { invitationToken: token, invitationProof: token });
    expect(registered.json().user.emailVerified).toBe(false);
  });

  it('does not confirm an account that a stranger made of the address', async () => {
    const [admin, stranger] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: stranger.email });

    expect(outcome(await stranger.post(ACCEPT, { token }))).toBe('200');
    expect(await isVerified(stranger)).toBe(false);
  });
});

describe('Where the password is closed to members', () => {
  const closedTo = async (signIn: object) => {
    const admin = await portal.register();
    await admin.put('/api/auth/org', { signIn: { password: false, ...signIn } });
    return admin;
  };

  it('the copied link makes no account, by neither route, and is not spent', async () => {
    const admin = await closedTo({});
    const { email, token } = await invite(admin);

    const answers = [
      await portal.visitor().post(ACCEPT, { token }),
      await accept({ token }),
      await accept({ token, proof: 'x'.repeat(43) }),
      await register(email, { invitationToken: token }),
    ];

    expect(answers.map(outcome)).toEqual(Array(4).fill('403 SIGN_IN_METHOD'));
    expect(answers.map(({ cookies, json }) => [cookies, json().error])).toEqual(
      Array(4).fill([[], expect.stringContaining('link in the email')]),
    );
    expect(outcome(await accept(await mailed(email)))).toBe('200');
  });

  it.each([{}, { emailCode: false }])('that of the mail lets a newcomer in once, with %o as well', async (signIn) => {
    const admin = await closedTo(signIn);
    const { email } = await invite(admin);
    const { token, proof } = await mailed(email);

    const pending = await portal.visitor().post(ACCEPT, { token, proof });
    const joined = await accept({ token, proof });

    expect(pending.json()).toMatchObject({ status: 'pending', signIn: { password: false, ...signIn } });
    expect(await signedIn(joined.cookies)).toMatchObject({ email, orgId: admin.orgId, emailVerified: true });
    expect(outcome(await portal.visitor().post('/api/auth/login', { email, password: PASSWORD }))).toBe(
      '403 SIGN_IN_METHOD',
    );
    const [start] = (await events(admin, ORG)).filter(
      ({ type, details }) => type === 'signed_in' && details.by !== 'password',
    );
    expect(start?.details).toEqual({ by: 'invitation' });
  });

  it('a session that began with a password elsewhere joins by the link of the mail alone', async () => {
    const [admin, person] = [await closedTo({}), await portal.register()];
    const { token } = await invite(admin, { email: person.email });

    const answers = [await person.post(ACCEPT, { token }), await person.post(ACCEPT, await mailed(person.email))];

    expect(answers.map(outcome)).toEqual(['403 SIGN_IN_METHOD', '200']);
    expect((await person.get(PROFILE)).json().data).toMatchObject({ orgId: admin.orgId, emailVerified: true });
  });

  it('administrators accept any link', async () => {
    const { token } = await invite(await closedTo({}), { role: 'admin' });

    expect((await accept({ token })).json()).toMatchObject({ status: 'accepted', role: 'admin' });
  });
});

describe('The proof of a mail', () => {
  it('ends with the invitation that is sent again, which has one of its own', async () => {
    const admin = await portal.register();
    const { email } = await invite(admin);
    const first = await mailed(email);
    const { token } = await invite(admin, { email });
    const second = await mailed(email);

    expect(second.token).toBe(token);
    expect(second.proof).not.toBe(first.proof);
    expect(outcome(await accept(first))).toBe('400 INVALID_TOKEN');
    const mixed = await accept({ token, proof: first.proof });
    expect(await signedIn(mixed.cookies)).toMatchObject({ email, emailVerified: false });
  });

  it('ends with the invitation', async () => {
    const admin = await portal.register();
    const { email, id } = await invite(admin);
    const { email: late } = await invite(admin);
    await admin.send('DELETE', `/api/auth/org/invitations/${id}`);
    const { accounts: db } = portal.deps.database;
    await db.update(invitations).set({ expiresAt: sql`now()` }).where(eq(invitations.email, late));

    expect([await accept(await mailed(email)), await accept(await mailed(late))].map(outcome)).toEqual(
      Array(2).fill('400 INVALID_TOKEN'),
    );
  });

  it('is in no answer, and stored as a hash', async () => {
    const admin = await portal.register();
    const made = await admin.post('/api/auth/org/invitations', { email: `${randomUUID()}@example.com` });
    const { email, token } = made.json().invitation;
    const { proof } = await mailed(email);

    const answers = [
      made,
      await admin.get('/api/auth/org/invitations'),
      await portal.visitor().post(ACCEPT, { token }),
    ];

    expect(answers.filter(({ body }) => body.includes(proof) || body.includes(fingerprint(proof)))).toEqual([]);
    const [row] = await portal.deps.database.accounts.select().from(invitations).where(eq(invitations.email, email));
    expect(row?.proofHash).toBe(fingerprint(proof));
    expect(JSON.stringify(row)).not.toContain(proof);
  });
});
