import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { runCommand } from '../helpers/shell.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const run = (name: keyof typeof operatorCommands, ...args: string[]) =>
  runCommand(operatorCommands[name], portal, ...args);

const verify = ({ userId }: { userId: string }) =>
  portal.deps.database.accounts.execute(sql`update users set email_verified = true where id = ${userId}`);

it('operator add makes an account for an unknown address, with a link to set its password', async () => {
  const email = `${randomUUID()}@example.com`;
  const password = 'a password of an operator';

  const first = await run('operator add', email);
  const lines = await run('operator add', email.toUpperCase());
  const token = /reset-password\?token=([\w-]{43})$/.exec(lines?.[1] ?? '')?.[1];
  const set = await portal.visitor().post('/api/auth/reset-password', { token, password });
  const signedIn = await portal.visitor().post('/api/auth/login', { email, password });
  const cookie = `portal_session=${signedIn.cookies[0]?.value}`;
  const overview = await portal.visitor().get('/api/operator/overview', { cookie });

  expect(first?.[1]).not.toBe(lines?.[1]);
  expect([set, signedIn].map(outcome)).toEqual(['200', '200']);
  expect(outcome(overview)).toBe('403 TWO_FACTOR_REQUIRED');
});

it('operator add and remove give and take the role of an account, which works at once', async () => {
  const person = await portal.register();
  await verify(person);
  await enrol(person);
  const before = await person.get('/api/operator/overview');

  const added = await run('operator add', person.email, '--role', 'support');
  const during = await person.get('/api/operator/overview');
  const listed = await run('operator list', '--json');
  await run('operator remove', person.email);
  const after = await person.get('/api/operator/overview');

  expect(added).toEqual([`${person.email} has the role support.`, expect.stringContaining('two-factor')]);
  expect([before, during, after].map(outcome)).toEqual(['404 NOT_FOUND', '200', '404 NOT_FOUND']);
  expect(JSON.parse(listed?.[0] ?? '')).toContainEqual({ email: person.email, role: 'support' });
});

it('operator add refuses an address that a stranger may have registered', async () => {
  const { email } = await portal.register();

  await expect(run('operator add', email)).rejects.toThrow('is not verified');
});

it('operator remove refuses who has no role', async () => {
  await expect(run('operator remove', 'nobody@example.com')).rejects.toThrow('does not run the portal');
});

it.each([
  ['EMAIL', []],
  ['"no address"', ['no address']],
  ['"b@example.com"', ['a@example.com', 'b@example.com']],
  ['"king"', ['a@example.com', '--role', 'king']],
])('operator add names %s as not understood', async (what, args) => {
  await expect(run('operator add', ...args)).rejects.toThrow(what);
});
