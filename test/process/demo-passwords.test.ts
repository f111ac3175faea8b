import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_OPERATOR, DEMO_TEAM_OPERATOR } from '../../demo/data/operator.ts';
import { DEMO } from '../../demo/seed.ts';
import { DEMO_SIGN_INS } from '../../portal/demo.ts';
import { production, refusal } from '../helpers/configuration.ts';
import { freshHome, type PortalProcess, startPortal } from '../helpers/process.ts';
import { codeOf } from '../helpers/second-factor.ts';

const EXPOSED = { SEED_DEMO: 'true', HOST: '0.0.0.0' };

const signIn = (portal: PortalProcess, email: string, password: string) =>
  portal.visitor().post('/api/auth/login', { email, password });

/** The passwords on the terminal, by address. */
const printed = ({ said }: PortalProcess) =>
  [...said.stdout.matchAll(/^ {2}(\S+@\S+) with the password (\S+)$/gm)].map(([, email = '', password = '']) => ({
    email,
    password,
  }));

/** Signs in with a second factor, of which the key URI is printed, and asks for the clients of the portal. */
async function clientsFor(portal: PortalProcess, email: string, password: string) {
  const shown = portal.said.stdout.split('\n').find((line) => line.includes(`${email} has the second factor`)) ?? '';
  const secret = /otpauth:\/\/\S+[?&]secret=(\w+)/.exec(shown)?.[1] ?? '';
  const visitor = portal.visitor();
  const { tempToken } = (await visitor.post('/api/auth/login', { email, password })).json();
  const { headers } = await visitor.post('/api/auth/2fa/verify-login', { code: codeOf({ secret }), tempToken });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await visitor.get('/api/operator/clients', { cookie })).json().data;
}

describe('A demo that others may reach', () => {
  let home: Awaited<ReturnType<typeof freshHome>>;
  let portal: PortalProcess;
  beforeAll(async () => {
    home = await freshHome();
    portal = await startPortal({ ...home.variables, ...EXPOSED });
  });
  afterAll(async () => {
    await portal.kill();
    await home.drop();
  });

  it('does not accept the published password', async () => {
    const answers = await Promise.all(DEMO_SIGN_INS.map((email) => signIn(portal, email, DEMO.password)));

    expect(answers.map(({ status }) => status)).toEqual(DEMO_SIGN_INS.map(() => 401));
    expect(portal.said.stdout).not.toContain(DEMO.password);
  });

  it('prints the second factors of its operators, who see all clients, and those of a portfolio', async () => {
    const seenBy = async (operator: string) => {
      const own = printed(portal).find(({ email }) => email === operator);
      return clientsFor(portal, operator, own?.password ?? '');
    };

    expect(await seenBy(DEMO_OPERATOR)).toHaveLength(13);
    expect(await seenBy(DEMO_TEAM_OPERATOR)).toHaveLength(5);
  });

  it('has random passwords, printed at its first start and at no other', async () => {
    const people = printed(portal);
    const answers = await Promise.all(people.map(({ email, password }) => signIn(portal, email, password)));

    portal.signal('SIGTERM');
    await portal.ended;
    portal = await startPortal({ ...home.variables, ...EXPOSED });

    expect(people.map(({ email }) => email).sort()).toEqual([...DEMO_SIGN_INS].sort());
    expect(new Set(people.map(({ password }) => password)).size).toBe(DEMO_SIGN_INS.length);
    for (const { password } of people) expect(password).toMatch(/^[\w-]{20}$/);
    expect(answers.map(({ status }) => status)).toEqual(DEMO_SIGN_INS.map(() => 200));
    expect(printed(portal)).toEqual([]);
    expect(portal.said.stdout).not.toContain('otpauth:');
    const [first] = people;
    // A portal that has just started on a busy machine may be too late for a first call.
    const again = async () => (await signIn(portal, first?.email ?? '', first?.password ?? '')).status;
    await expect.poll(again, { interval: 500 }).toBe(200);
  });
});

describe('Production', () => {
  it('refuses to start with the demo', () => {
    expect(refusal({ ...production(), SEED_DEMO: 'true' })).toMatch(/^SEED_DEMO\b[^\n]+$/);
  });
});
