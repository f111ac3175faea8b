import { expect, it } from 'vitest';
import { userCommands } from '../../routers/operator/user-commands.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { nobodyThere, runCommand } from '../helpers/shell.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const WHY = ['--reason', 'They called from the number that we know.'];

const run = (name: keyof typeof userCommands, ...args: string[]) => runCommand(userCommands[name], portal, ...args);

const login = ({ email, password }: { email: string; password: string }) =>
  portal.visitor().post('/api/auth/login', { email, password });

it('user reset-second-factor lets the password sign in alone; the owner and the trail are told once', async () => {
  const operator = await registerOperator(portal);
  const person = await portal.register();
  await enrol(person);

  const reset = await run('user reset-second-factor', person.email, ...WHY, '--yes');
  const again = await run('user reset-second-factor', person.email, ...WHY, '--yes');
  const signedIn = await login(person);
  const subjects = (await portal.mailTo(person.email)).map(({ subject }) => subject);
  const [line] = (await operator.get('/api/operator/activity?type=user_second_factor_reset')).json().data;

  expect([reset, again].flat()).toEqual([
    `${person.email} signs in without a second factor.`,
    `${person.email} has no second factor.`,
  ]);
  expect(signedIn.json()).toMatchObject({ ok: true });
  expect(subjects.filter((subject) => subject === 'Two-factor sign-in was turned off')).toHaveLength(1);
  expect(line).toMatchObject({ actor: null, user: { id: person.userId }, reason: WHY[1] });
});

it('user lock and unlock refuse sign-ins and let them in again', async () => {
  const person = await portal.register();

  const locked = await run('user lock', person.email, ...WHY, '--yes');
  const refused = await login(person);
  const unlocked = await run('user unlock', person.email, ...WHY);
  const admitted = await login(person);

  expect([locked, unlocked].flat()).toEqual([`${person.email} is locked.`, `${person.email} may sign in again.`]);
  expect([refused, admitted].map((answer) => outcome(answer).slice(0, 3))).toEqual(['403', '200']);
});

it('user end-sessions signs out', async () => {
  const person = await portal.register();

  const ended = await run('user end-sessions', person.email, ...WHY, '--yes');

  expect(ended).toEqual([`${person.email} is signed out everywhere.`]);
  expect(outcome(await person.get('/api/auth/account/sessions'))).toBe('401 UNAUTHENTICATED');
});

it('a destructive command asks for the address first, unless --yes is given', async () => {
  const { email } = await portal.register();
  const asked: string[] = [];
  const somebody = { ...nobodyThere, confirm: async (name: string) => void asked.push(name) };
  const { run: lock } = userCommands['user lock'];

  await expect(run('user lock', email, ...WHY)).rejects.toThrow('Nobody is there.');
  const confirmed = await lock([email, ...WHY], async () => portal.deps, somebody);

  expect(asked).toEqual([email]);
  expect(confirmed).toEqual([`${email} is locked.`]);
});

it.each([
  ['without a reason', ['lena@example.com'], '--reason TEXT is missing'],
  ['with an empty reason', ['lena@example.com', '--reason', ' '], '--reason '],
  ['without an address', WHY, 'EMAIL is missing'],
  ['with a name instead', ['lena', ...WHY], '"lena" is not an email address'],
])('user unlock is not understood %s', async (_what, args, complaint) => {
  await expect(run('user unlock', ...args)).rejects.toThrow(complaint);
});

it('user unlock refuses an address that nobody has', async () => {
  await expect(run('user unlock', 'nobody@example.com', ...WHY)).rejects.toThrow('Nobody has the address');
});
