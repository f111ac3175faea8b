import { type Command, CommandRefused } from '../../server/command.ts';
import type { Deps } from '../../server/deps.ts';

/** Where nobody is at the terminal. */
export const nobodyThere = {
  variables: {},
  folder: '.',
  confirm: async () => {
    throw new CommandRefused('Nobody is there.');
  },
};

/** Runs a command on the platform of a portal, with nobody at the terminal. */
export const runCommand = ({ run }: Command, { deps }: { deps: Deps }, ...args: string[]) =>
  run(args, async () => deps, nobodyThere);
