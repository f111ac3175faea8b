import { describe, expect, it } from 'vitest';
import { perform } from '../../portal/process/commands.ts';
import { nobodyThere } from '../helpers/shell.ts';

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
