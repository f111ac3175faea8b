import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { perform } from '../../portal/process/commands.ts';
import { todayIn } from '../../routers/values/days.ts';
import { understand } from '../helpers/mailbox.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { nobodyThere } from '../helpers/shell.ts';
import { command, type Variables } from '../helpers/spawn.ts';

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
    { args: ['constructor'], said: /^"constructor" is no command: npm run portal -- help lists them\.\n$/ },
    { args: ['operator'], said: /^A word is missing after "operator": add, remove, or list\.\n$/ },
    { args: ['operator', 'crown'], said: /^"crown" is unknown after "operator": it is add, remove, or list\.\n$/ },
    { args: ['digest'], said: /^EMAIL is missing\. Usage: npm run portal -- digest .*\n$/ },
    { args: ['digest', '--preview'], said: /^Option "--preview <value>" argument missing\. Usage: .*\n$/ },
    {
      args: ['digest', '--preview', 'a@example.com', 'b@example.com'],
      said: /^"b@example\.com" is one argument too many\. Usage: .*\n$/,
    },
    { args: ['digest', '--colour', 'a@example.com'], said: /^Unknown option "--colour"\. Usage: .*\n$/ },
    {
      args: ['operator', 'add', 'a@example.com', '--role', 'emperor'],
      said: /^"emperor" is no role: it is operator or support\. Usage: .*\n$/,
    },
  ])('names what it does not understand of $args in one line', async ({ args, said }) => {
    expect(await outcomeOf(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(said) });
  });

  it('shows its usage where no command is given', async () => {
    expect(await outcomeOf([])).toEqual({ code: 2, out: '', err: expect.stringContaining('Usage: npm run portal') });
  });
});

describe('The demo', () => {
  it('sends no digest at its first start but on Mondays; the command shows and queues one', async () => {
    const variables = { ...(await homeForThisTest()), SEED_DEMO: 'true' };
    const portal = await portalProcess(variables);
    const { email: stranger } = await settle(portal);

    const preview = await command(variables, 'digest', '--preview', DEMO.email);
    const unasked = await digestsIn(variables);
    const sent = await command(variables, 'digest', '--send', DEMO.email);
    const quiet = await command(variables, 'digest', '--send', stranger);

    expect([preview.code, preview.stderr]).toEqual([0, '']);
    const mail = await understand(await readFile(preview.stdout.trim()));
    expect(mail.to?.[0]?.address).toBe(DEMO.email);
    expect(mail.text).toMatch(
      /Here is the weekly summary for Harbor Street Dental .*Your visibility score is .*AI assistants mention you .*Web search brought you /s,
    );
    expect(mail.text).toMatch(/Goals\n.*Tasks due\n.*What to do next\n/s);
    expect(sent).toMatchObject({ code: 0, stdout: `The digest is queued for ${DEMO.email}.\n` });
    expect(quiet).toMatchObject({ code: 1, stdout: '', stderr: `There is nothing to tell ${stranger} this week.\n` });
    const isMonday = new Date(todayIn('America/New_York')).getUTCDay() === 1;
    if (!isMonday) expect(unasked).toEqual([]);
    await vi.waitFor(async () => expect(await digestsIn(variables)).toContain(DEMO.email), { timeout: 30_000 });
  });
});
