import type { Deps } from './deps.ts';

/** A command that cannot be done, with one line for the terminal, and lines that it prints before. */
export class CommandRefused extends Error {
  readonly lines: string[];

  constructor(message: string, lines: string[] = []) {
    super(message);
    this.lines = lines;
  }
}

/** Where a command is given. */
export interface Shell {
  /** The environment variables, which need not be valid. */
  variables: Record<string, string | undefined>;
  /** The folder that relative paths begin at. */
  folder: string;
  /** The id of the ENCRYPTION_KEY of the one who asks a running portal, if they have set one. */
  keyId?: string | undefined;
  /** The portal that does the command, where one runs on the embedded database. */
  portal?: Deps | undefined;
  /**
   * Lets somebody at the terminal type the name of what is about to change for good; to be called before the platform is
   * opened, unless `--yes` was given.
   *
   * @throws CommandRefused when they type something else, or nobody is there
   */
  confirm: (name: string) => Promise<void>;
}

/** A command of `npm run portal`. */
export interface Command {
  /** Its form after the name, and what it does, one line each. */
  form: string;
  does: string;
  /**
   * Does it, and returns the lines to print. Arguments are to be read before the platform is opened.
   *
   * @throws CommandRefused; a TypeError of `parseArgs`, or undefined is returned, when the arguments are not understood
   */
  run: (args: string[], open: () => Promise<Deps>, shell: Shell) => Promise<string[] | undefined>;
}
