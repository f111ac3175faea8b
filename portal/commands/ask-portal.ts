import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCodeOf } from '../../db/error-code.ts';
import { minutes } from '../../server/durations.ts';
import type { Env } from '../../server/env.ts';

// The folder of an embedded database belongs to one process. A command that finds a portal holding it hands its
// arguments over through a socket in the folder, which only the owner of the process may open.

const WAIT = minutes(10);

/** The operating system's limit for the address of a socket, less its end: Linux has 108 bytes, macOS 104. */
const ADDRESS_BYTES = 103;

/**
 * The output and exit code of a command: 0 done, 1 refused or failed with one line on standard error, 2 not understood.
 */
export interface CommandOutcome {
  code: 0 | 1 | 2;
  out: string;
  err: string;
}

/** A command for the running portal. */
interface CommandRequest {
  args: string[];
  /** The folder that relative paths begin at. */
  folder: string;
  /** The id of the ENCRYPTION_KEY that is set where the command is given, if one is. */
  keyId?: string | undefined;
}

/** The address of the socket, relative where that is shorter; undefined where there can be none. */
export function socketIn({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) {
  // Windows has no sockets in folders, and its pipes are open to other users.
  if (process.platform === 'win32') return undefined;
  const path = join(DATA_DIR, 'portal.sock');
  return [path, relative('.', path)].find((one) => Buffer.byteLength(one) <= ADDRESS_BYTES);
}

const isAbsent = (error: unknown) => ['ENOENT', 'ECONNREFUSED'].includes(String(errorCodeOf(error)));

/** Sends a command to the portal that holds the data folder; undefined where none answers. */
export async function askPortal(
  env: Pick<Env, 'DATA_DIR'>,
  request: CommandRequest,
  timeout = WAIT,
): Promise<CommandOutcome | undefined> {
  const address = socketIn(env);
  if (!address) return undefined;
  const socket = connect(address);
  socket.setTimeout(timeout, () => socket.destroy());
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const answer = await text(socket);
    if (!answer) throw new Error('The portal ended the connection.');
    return JSON.parse(answer);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    return { code: 1, out: '', err: 'The running portal did not answer. Please try again.\n' };
  }
}
