import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { command } from '../helpers/spawn.ts';

const preview = (email: string) => ['digest', '--preview', email];

// On a server each command has its own connection.
describe('With an embedded database, a command', () => {
  it('reaches the running portal through a socket that only its owner may open, and that answers nothing else', async () => {
    const variables = await homeForThisTest();
    const path = join(variables.DATA_DIR ?? '', 'portal.sock');
    const portal = await portalProcess(variables);
    const { email } = await settle(portal);

    const known = await command(variables, ...preview(email));
    const unknown = await command(variables, ...preview('nobody@example.com'));
    const unclear = await command(variables, 'digest', '--colour', email);
    const noLists = ['digest\n', '{"digest":1}\n', `["${'x'.repeat(100_000)}"]\n`].map((line) => {
      const socket = connect(path);
      socket.write(line);
      return text(socket).catch(() => '');
    });
    const { mode } = await stat(path);

    expect([known.code, known.stderr]).toEqual([1, `There is nothing to tell ${email} this week.\n`]);
    expect(unknown.stderr).toBe('No member of an organization has the address nobody@example.com.\n');
    expect(unclear.code).toBe(2);
    expect(await Promise.all(noLists)).toEqual(['', '', '']);
    expect((mode & 0o777).toString(8)).toBe('600');
    expect((await portal.visitor().get('/readyz')).status).toBe(200);
  });

  it('opens the folder itself after the portal was killed, and before one has ever run', async () => {
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
});
