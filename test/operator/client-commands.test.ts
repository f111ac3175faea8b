import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { clientErasures } from '../../db/schema/index.ts';
import { clientCommands } from '../../routers/operator/client-commands.ts';
import { clientDataCommands } from '../../routers/operator/client-data-commands.ts';
import { NotUnderstood } from '../../server/command.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { runCommand } from '../helpers/shell.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const run = (name: keyof typeof clientCommands, ...args: string[]) => runCommand(clientCommands[name], portal, ...args);

/** A new client of this name, and its id. */
async function created(name: string) {
  const email = `${randomUUID()}@example.com`;
  const lines = await run('client create', name, '--admin', email);
  return { email, lines, id: /the id ([0-9a-f-]{36})\.$/.exec(lines?.[0] ?? '')?.[1] ?? '' };
}

it('client create makes a client, and mails its administrator the link that it prints, with a proof of the mailbox', async () => {
  const { email, lines, id } = await created('Maple Row Dental');
  const [mail] = await portal.mailTo(email);
  const password = 'a password of an administrator';
  const joined = await portal.visitor().post('/api/auth/accept-invitation', { token: mail?.token, password });

  const [, link] = /with the link (\S+)$/.exec(lines?.[1] ?? '') ?? [];
  expect(mail?.link.startsWith(`${link}&proof=`)).toBe(true);
  expect(outcome(joined)).toBe('200');
  expect(joined.json()).toMatchObject({ orgId: id, role: 'admin' });
});

it.each([
  ['without a name', ['--admin', 'lena@example.com'], 'NAME is missing'],
  ['without an administrator', ['Maple Row Dental'], '--admin EMAIL is missing'],
  ['with two names', ['Maple', 'Row', '--admin', 'lena@example.com'], '"Row" is one argument too many'],
])('client create is not understood %s', async (_what, args, complaint) => {
  await expect(run('client create', ...args)).rejects.toThrow(new NotUnderstood(complaint));
});

it.each([
  ['an address that is none', ['Maple Row', '--admin', 'lena'], 'The address must be an email address.'],
  ['a time zone that is none', ['Maple Row', '--admin', 'lena@example.com', '--timezone', 'Mars'], 'The timezone '],
])('client create refuses %s', async (_what, args, message) => {
  await expect(run('client create', ...args)).rejects.toThrow(message);
});

it('client suspend and resume close and open a client by its name or id, and are in the trail of the operator', async () => {
  const operator = await registerOperator(portal);
  const name = `Suspended ${randomUUID()}`;
  const person = await portal.register({ orgName: name });
  const { orgId: id } = person;

  const suspended = await run('client suspend', id, '--reason', REASON);
  const during = await person.get('/api/visibility/scores');
  const again = await run('client suspend', id, '--reason', REASON);
  const resumed = await run('client resume', id);
  const after = await person.get('/api/visibility/scores');
  const trail = (await operator.get('/api/operator/activity?limit=2')).json().data;

  expect([suspended, again, resumed]).toEqual([
    [`${name} is suspended.`],
    [`${name} is suspended.`],
    [`${name} is active.`],
  ]);
  expect([during, after].map(outcome)).toEqual(['403 CLIENT_SUSPENDED', '200']);
  expect(trail).toMatchObject([
    { type: 'client_resumed', actor: null, client: { id }, reason: null, ipAddress: null },
    { type: 'client_suspended', actor: null, client: { id }, reason: REASON, ipAddress: null },
  ]);
});

it('a client is found by its name in upper or lower case; a name of two is refused with their ids', async () => {
  const name = `Twin ${randomUUID()}`;
  const first = await created(name);
  const only = await run('client suspend', name.toUpperCase(), '--reason', REASON);
  const second = await created(name);

  expect(only).toEqual([`${name} is suspended.`]);
  await expect(run('client resume', name)).rejects.toThrow(first.id);
  await expect(run('client resume', name)).rejects.toThrow(second.id);
  await expect(run('client resume', 'Nobody & Sons')).rejects.toThrow('There is no client');
});

it('client export begins an archive, which operators find in the list', async () => {
  const operator = await registerOperator(portal);
  const { id } = await created(`Exported ${randomUUID()}`);

  const lines = await runCommand(clientDataCommands['client export'], portal, id);
  const { data } = (await operator.get(`/api/operator/clients/${id}/exports`)).json();

  expect(lines?.[0]).toContain(`/api/operator/clients/${id}/exports`);
  expect(data).toMatchObject([{ status: expect.stringMatching(/^(pending|running|ready)$/) }]);
});

it('client erase asks for the name, closes the data, and with --now needs no grace', async () => {
  const name = `Erased ${randomUUID()}`;
  const { id } = await created(name);
  const erase = (...args: string[]) => runCommand(clientDataCommands['client erase'], portal, ...args);
  const graceOf = async () => {
    const [row] = await portal.deps.database.accounts.select().from(clientErasures).where(eq(clientErasures.orgId, id));
    return row?.eraseAt.getTime() ?? Number.NaN;
  };

  await expect(erase(name)).rejects.toThrow('Nobody is there.');
  const lines = await erase(name, '--yes');
  const later = await graceOf();
  const now = await erase(id, '--now', '--yes');

  expect(lines?.[0]).toMatch(/^Erased .* is closed, and everything that it has is deleted on \d{4}-\d\d-\d\d\.$/);
  expect(later).toBeGreaterThan(Date.now() + 13 * 24 * 3_600_000);
  expect(now?.[0]).toContain('deleted now');
  expect(await graceOf()).toBeLessThanOrEqual(Date.now());
});

it('client suspend is not understood without a reason', async () => {
  await expect(run('client suspend', 'Harbor Street Dental')).rejects.toThrow(
    new NotUnderstood('--reason TEXT is missing'),
  );
});

it('client list finds clients by name and status, as text and as the route shows them', async () => {
  const operator = await registerOperator(portal);
  const name = `Listed ${randomUUID()}`;
  const { id } = await created(name);

  const text = await run('client list', '--search', name);
  const json = await run('client list', '--search', name, '--json');
  const suspended = await run('client list', '--search', name, '--status', 'suspended', '--json');
  const { data } = (await operator.get(`/api/operator/clients?search=${encodeURIComponent(name)}`)).json();

  expect(text).toEqual([`${id}  active       0  ${name}`]);
  expect(JSON.parse(json?.[0] ?? '')).toEqual(data);
  expect(suspended).toEqual(['[]']);
  await expect(run('client list', '--status', 'lost')).rejects.toThrow('"lost" is no status');
});
