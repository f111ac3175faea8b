import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PEOPLE } from '../../db/demo/organization.ts';
import { DEMO } from '../../db/seed.ts';
import { perform } from '../../server/process/commands.ts';
import { onServer } from '../helpers/database.ts';
import { understand } from '../helpers/mailbox.ts';
import { freshHome, homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { nobodyThere } from '../helpers/shell.ts';
import { command, type Variables } from '../helpers/spawn.ts';

const LONG = 120_000;

/** The digests in a mail folder, by recipient. */
async function digestsIn(variables: Variables) {
  const names = await readdir(join(variables.DATA_DIR ?? '', 'mail')).catch(() => []);
  return names.flatMap((name) => /_weeklyDigest_([^_]+)_\S+\.eml$/.exec(name)?.[1] ?? []).sort();
}

/** Runs a command that needs no platform. */
const outcomeOf = (args: string[]) =>
  perform(args, {
    open: async () => {
      throw new Error('Nothing is to be opened.');
    },
    shell: nobodyThere,
  });

describe('npm run portal', () => {
  let variables: Variables;
  beforeAll(async () => {
    const home = await freshHome();
    variables = home.variables;
    return async () => void (await home.drop());
  });

  it.each([{ args: ['help'] }, { args: ['--help'] }, { args: ['digest', '--help'] }])(
    'shows the commands for $args',
    async ({ args }) => {
      expect(await outcomeOf(args)).toEqual({
        code: 0,
        out: expect.stringContaining('digest --preview EMAIL [--send]'),
        err: '',
      });
    },
  );

  it.each([
    { args: [] },
    { args: ['constructor'] },
    { args: ['digest'] },
    { args: ['digest', '--preview'] },
    { args: ['digest', '--preview', 'a@example.com', 'b@example.com'] },
    { args: ['digest', '--colour', 'a@example.com'] },
  ])('does not understand $args', async ({ args }) => {
    const notUnderstood = { code: 2, out: '', err: expect.stringContaining('Usage: npm run portal') };

    expect(await outcomeOf(args)).toEqual(notUnderstood);
  });

  it('writes help to standard output, and usage errors to standard error', {
    timeout: LONG,
  }, async () => {
    const help = await command(variables, 'help');
    const unknown = await command(variables, 'digest');

    expect([help.code, help.stderr, unknown.code, unknown.stdout]).toEqual([0, '', 2, '']);
    expect(help.stdout).toContain('digest --preview EMAIL [--send]');
    expect(unknown.stderr).toContain('Usage: npm run portal');
  });

  // With an embedded database this is in process/command-socket.test.ts, beside and without a running portal.
  it.runIf(onServer())('refuses an address without an account in one line', { timeout: LONG }, async () => {
    const { code, stdout, stderr } = await command(variables, 'digest', '--preview', 'nobody@example.com');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('No member of an organization has the address nobody@example.com.\n');
  });
});

describe('The demo', () => {
  it('has its digest among its mails; the command shows it, and queues another', { timeout: LONG }, async () => {
    const variables = { ...(await homeForThisTest()), SEED_DEMO: 'true' };
    const portal = await portalProcess(variables);
    await vi.waitFor(async () => expect(await digestsIn(variables)).toEqual([...DEMO_PEOPLE].sort()), {
      timeout: 30_000,
    });
    const { email: stranger } = await settle(portal);

    const preview = await command(variables, 'digest', '--preview', DEMO.email);
    const sent = await command(variables, 'digest', '--send', DEMO.email);
    const quiet = await command(variables, 'digest', '--send', stranger);

    expect([preview.code, preview.stderr]).toEqual([0, '']);
    const mail = await understand(await readFile(preview.stdout.trim()));
    expect(mail.to?.[0]?.address).toBe(DEMO.email);
    expect(mail.text).toMatch(
      /Here is the weekly summary for Harbor Street Dental .*Your visibility score is .*What moved the score/s,
    );
    expect(mail.text).toMatch(/Goals\n.*Tasks due\n.*What to do next\n/s);
    expect(sent).toMatchObject({ code: 0, stdout: `The digest is queued for ${DEMO.email}.\n` });
    expect(quiet).toMatchObject({ code: 1, stdout: '', stderr: `There is nothing to tell ${stranger} this week.\n` });
    const again = [...DEMO_PEOPLE, DEMO.email].sort();
    await vi.waitFor(async () => expect(await digestsIn(variables)).toEqual(again), { timeout: 30_000 });
  });
});
