import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, organizations, users } from '../../db/schema/index.ts';
import { addPasskey, signInWith } from '../helpers/passkeys.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const ORG = '/api/auth/org';
const CLOSED = '403 SIGN_IN_METHOD';

const policyOf = async (person: Person) => (await person.get(ORG)).json().data.signIn;
const close = (admin: Person, signIn: object) => admin.put(ORG, { signIn });
const byPassword = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  outcome(await portal.visitor().post('/api/auth/login', { email, password }));

async function byCode({ email, userId }: Person, wrong = false) {
  await portal.deps.database.accounts.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  const visitor = portal.visitor();
  const { cookies } = await visitor.post('/api/auth/email-code', { email });
  const [code = ''] = /\b\d{6}\b/.exec((await portal.mailTo(email)).at(-1)?.text ?? '') ?? [];
  const typed = wrong ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code;
  const cookie = `portal_code=${cookies[0]?.value}`;
  return outcome(await visitor.post('/api/auth/email-code/verify', { email, code: typed }, { cookie }));
}

describe('the ways to sign in of an organization', () => {
  it('are all open at first, changed one by one by administrators, and never all closed', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    expect(await policyOf(member)).toEqual({ password: true, emailCode: true, passkey: true });
    expect((await close(admin, { password: false })).json().data.signIn).toMatchObject({ password: false });
    expect((await close(admin, { passkey: false })).statusCode).toBe(200);
    expect(outcome(await close(admin, { emailCode: false }))).toBe('400 VALIDATION_ERROR');
    expect(outcome(await close(member, { password: true }))).toBe('403 FORBIDDEN');
    expect(outcome(await close(admin, { password: 'no' }))).toBe('400 VALIDATION_ERROR');
    expect(await policyOf(member)).toEqual({ password: false, emailCode: true, passkey: false });
  });

  it('are closed after the proof, and never before', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const key = await addPasskey(portal, member);
    expect([await byPassword(member), await byCode(member)]).toEqual(['200', '200']);

    await close(admin, { password: false, emailCode: false });
    expect([await byPassword(member), await byCode(member)]).toEqual([CLOSED, CLOSED]);
    expect(await byPassword({ ...member, password: 'a wrong one' })).toBe('401 INVALID_CREDENTIALS');
    expect(await byCode(member, true)).toBe('401 INVALID_CODE');
    expect((await signInWith(portal, key)).statusCode).toBe(200);
    const { data } = (await member.get(`${OWN}?type=sign_in_refused`)).json();
    expect(data[0].details).toMatchObject({ reason: 'method' });

    await close(admin, { password: true, passkey: false });
    expect([await byPassword(member), outcome(await signInWith(portal, key))]).toEqual(['200', CLOSED]);
    expect(outcome(await signInWith(portal, key, { origin: 'https://evil.example' }))).toBe('401 INVALID_CREDENTIALS');
  });

  it('leave administrators the password with a second factor, and members not', async () => {
    const admin = await portal.register();
    const [colleague, member] = [await portal.join(admin, 'admin'), await portal.join(admin)];
    await close(admin, { password: false });
    expect(await byPassword(colleague)).toBe(CLOSED);
    await enrol(colleague);
    await enrol(member);

    expect(await byPassword(colleague)).toBe('200');
    expect(await byPassword(member)).toBe(CLOSED);
  });

  it('end sign-ins that wait for a code as they are closed', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const authenticator = await enrol(member);
    const { verify } = await halfway(portal, member);

    await close(admin, { password: false });

    expect(outcome(await verify(codeOf(authenticator, 1)))).toBe('401 INVALID_TEMP_TOKEN');
    expect((await member.get(ORG)).statusCode).toBe(200);
  });

  it('are those of the strictest of several organizations', async () => {
    const [admin, strict] = [await portal.register(), await portal.register()];
    const member = await portal.join(admin);
    const { accounts } = portal.deps.database;
    await accounts.insert(memberships).values({ orgId: strict.orgId, userId: member.userId });
    await close(strict, { password: false });

    expect(await byPassword(member)).toBe(CLOSED);
    expect(await byPassword(admin)).toBe('200');
    await accounts.delete(organizations).where(eq(organizations.id, strict.orgId));
    expect(await byPassword(member)).toBe('200');
  });
});
