import { UnusableDatabase } from '../../db/access.ts';
import { DiskFull } from '../../db/disk-guard.ts';
import { FolderInUse } from '../../db/embedded.ts';
import { errorCodeOf } from '../../db/error-code.ts';
import { BadEnv } from '../../server/bad-env.ts';
import { type Command, CommandRefused, NotUnderstood, type Shell } from '../../server/command.ts';
import type { Deps } from '../../server/deps.ts';
import { explain, PortalError } from '../../server/errors.ts';
import { domains } from '../app.ts';
import type { CommandOutcome } from '../commands/ask-portal.ts';
import { backup } from '../commands/backup/backup.ts';
import { restore } from '../commands/backup/restore.ts';
import { doctor } from '../commands/doctor/doctor.ts';
import { rotateKeys } from '../commands/keys/rotate.ts';
import { rotateServiceSecret } from '../commands/keys/rotate-service.ts';

// The commands of `npm run portal`, the operator's command line.

const commands: Record<string, Command> = {
  ...Object.assign({}, ...domains.map((domain) => domain.commands)),
  doctor: doctor(domains),
  backup,
  restore,
  'keys rotate': rotateKeys(domains),
  'keys rotate-service': rotateServiceSecret,
};

const describe = ([name, { form, does }]: [string, Command]) => `  ${[name, form].join(' ').trim()}\n      ${does}`;

const usage = (shown: [string, Command][]) =>
  ['Usage: npm run portal -- COMMAND', '', ...shown.map(describe), '  help\n      Shows all commands.', ''].join('\n');

/** Finds a command by the one or two words of its name, and the arguments after it. */
function findCommand(args: string[]) {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, args: args.slice(length) };
  }
  return undefined;
}

const HELP = ['help', '--help', '-h'];

/**
 * The command that help is asked for, else those whose names begin with the first word, such as all of `operator`; else
 * all.
 */
function related(args: string[]): [string, Command][] {
  const all = Object.entries(commands);
  const found = findCommand(args);
  if (found) return [[found.name, found.command]];
  const [first = ''] = args;
  const some = all.filter(([name]) => name.split(' ')[0] === first);
  return some.length > 0 ? some : all;
}

/** What of the arguments was not understood; undefined for other errors. */
function complaintOf(error: unknown): string | undefined {
  if (error instanceof NotUnderstood) return error.message;
  const isParsing = error instanceof TypeError && String(errorCodeOf(error)).startsWith('ERR_PARSE_ARGS');
  // After the first sentence Node explains how to write a dash.
  return isParsing
    ? error.message
        .split(/\. |\n/, 1)
        .join()
        .replaceAll("'", '"')
    : undefined;
}

/** What names no command: what it may have meant is in the help. */
function unknown(args: string[]) {
  const [first = '', second] = args;
  const words = Object.keys(commands).flatMap((name) => (name.startsWith(`${first} `) ? name.split(' ').slice(1) : []));
  if (words.length === 0) return `"${first}" is no command: npm run portal -- help lists them.`;
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
  return second === undefined
    ? `A word is missing after "${first}": ${known}.`
    : `"${second}" is unknown after "${first}": it is ${known}.`;
}

const notUnderstood = (line: string): CommandOutcome => ({ code: 2, out: '', err: `${line}\n` });

function explanation(error: unknown) {
  const isKnown = [BadEnv, UnusableDatabase, DiskFull, PortalError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  return explain(error).errorCode === 'SERVICE_UNAVAILABLE'
    ? 'The database is away or does not answer: npm run portal -- doctor says more.'
    : `The command failed: ${error instanceof Error ? error.name : 'unknown'}.`;
}

const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

interface Platform {
  open: () => Promise<Deps>;
  shell: Shell;
  /** Called with an unexpected error. */
  log?: (error: unknown) => void;
}

/**
 * Runs the command that the arguments name. The platform is opened when the command asks for it.
 *
 * @throws FolderInUse when another process holds the data folder
 */
export async function perform(args: string[], { open, shell, log }: Platform): Promise<CommandOutcome> {
  if (args[0] === 'help' || args.some((arg) => arg !== 'help' && HELP.includes(arg)))
    return { code: 0, out: usage(related(args.filter((arg) => !HELP.includes(arg)))), err: '' };
  if (args.length === 0) return { code: 2, out: '', err: usage(related(args)) };
  const found = findCommand(args);
  if (!found) return notUnderstood(unknown(args));
  const { name, command } = found;
  try {
    return { code: 0, out: textOf(await command.run(found.args, open, shell)), err: '' };
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    const complaint = complaintOf(error);
    if (complaint !== undefined)
      return notUnderstood(`${complaint}. Usage: npm run portal -- ${[name, command.form].join(' ').trim()}`);
    if (error instanceof CommandRefused) return { code: 1, out: textOf(error.lines), err: `${error.message}\n` };
    log?.(error);
    return { code: 1, out: '', err: `${explanation(error)}\n` };
  }
}
