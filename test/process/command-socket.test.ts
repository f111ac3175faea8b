import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { command } from '../helpers/spawn.ts';

const LONG = 120_000;

const preview = (email: string) => ['digest', '--preview', email];

// On a server each command has its own connection.
describe.skipIf(onServer())('With an embedded database, a command', () => {
  it('reaches the running portal through a socket that only its owner may open', { timeout: LONG }, async () => {
    const variables = await homeForThisTest();
    const portal = await portalProcess(variables);
    const { email } = await settle(portal);

    const known = await command(variables, ...preview(email));
    const unknown = await command(variables, ...preview('nobody@example.com'));
    const unclear = await command(variables, 'digest', '--colour', email);
    const { mode } = await stat(join(variables.DATA_DIR ?? '', 'portal.sock'));

    expect([known.code, known.stderr]).toEqual([1, `There is nothing to tell ${email} this week.\n`]);
    expect(unknown.stderr).toBe('No member of an organization has the address nobody@example.com.\n');
    expect(unclear.code).toBe(2);
    expect((mode & 0o777).toString(8)).toBe('600');
    expect((await portal.visitor().get('/readyz')).status).toBe(200);
  });

  it('opens the folder itself after the portal was killed, and before one has ever run', {
    timeout: LONG,
  }, async () => {
    const variables = await homeForThisTest();
    const unused = { ...variables, DATA_DIR: join(variables.DATA_DIR ?? '', 'unused') };
    const portal = await portalProcess(variables);
    const { email } = await settle(portal);
    await portal.kill();

    const afterwards = await command(variables, ...preview(email));
    const before = await command(unused, ...preview(email));
    const again = await portalProcess(variables);

    expect([afterwards.code, afterwards.stderr]).toEqual([1, `There is nothing to tell ${email} this week.\n`]);
    expect([before.code, before.stderr]).toEqual([1, `No member of an organization has the address ${email}.\n`]);
    expect((await command(variables, ...preview(email))).stderr).toBe(afterwards.stderr);
    expect((await again.visitor().get('/readyz')).status).toBe(200);
  });

  it('that is no list of arguments gets no answer, and the portal goes on', { timeout: LONG }, async () => {
    const variables = await homeForThisTest();
    const portal = await portalProcess(variables);
    const wrong = ['digest\n', '{"digest":1}\n', `["${'x'.repeat(100_000)}"]\n`];

    const answers = wrong.map((line) => {
      const socket = connect(join(variables.DATA_DIR ?? '', 'portal.sock'));
      socket.write(line);
      return text(socket).catch(() => '');
    });

    expect(await Promise.all(answers)).toEqual(['', '', '']);
    expect((await portal.visitor().get('/readyz')).status).toBe(200);
  });
});
