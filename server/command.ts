import type { Deps } from './deps.ts';

/** A command that cannot be done, with one line for the terminal, and lines that it prints before. */
export class CommandRefused extends Error {
  readonly lines: string[];

  constructor(message: string, lines: string[] = []) {
    super(message);
    this.lines = lines;
  }
}

/** Arguments that are not understood, with what is wrong with them, without a full stop. */
export class NotUnderstood extends Error {}

/** The only argument. `what` is the name of it in the form. @throws NotUnderstood unless there is one */
export function onlyOne([first = '', ...others]: string[], what: string): string {
  const [other] = others;
  if (other !== undefined) throw new NotUnderstood(`"${other}" is one argument too many`);
  if (!first.trim()) throw new NotUnderstood(`${what} is missing`);
  return first.trim();
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
   * Lets somebody at the terminal type the name of what is about to change for good; to be called before the platform
   * is opened, unless `--yes` was given.
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
   * @throws CommandRefused; NotUnderstood or a TypeError of `parseArgs` when the arguments are not understood
   */
  run: (args: string[], open: () => Promise<Deps>, shell: Shell) => Promise<string[]>;
}
