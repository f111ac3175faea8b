import { chmodSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import type { Deps } from '../../server/deps.ts';
import { seconds } from '../../server/durations.ts';
import { socketIn } from '../commands/ask-portal.ts';
import { copyIn } from '../commands/backup/place.ts';

// The side of the portal that runs on an embedded database: see commands/ask-portal.ts.

const BYTES = 64 * 1024;
const AT_ONCE = 4;
const WAIT = seconds(5);

const Command = z.object({ args: z.array(z.string()).max(100), folder: z.string(), keyId: z.string().optional() });

/** Reads a command, which ends with a line. */
async function readCommand(socket: Socket) {
  socket.setTimeout(WAIT, () => socket.destroy());
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += chunk;
    if (received.length > BYTES) throw new Error('The command is too long.');
    if (received.endsWith('\n')) break;
  }
  socket.setTimeout(0);
  return Command.parse(JSON.parse(received));
}

/** Answers commands that reach the running portal, until the returned function is called. */
export async function answerCommands({ env, log, ...others }: Deps): Promise<() => void> {
  const address = env.embedded ? socketIn(env) : undefined;
  if (!address) return () => {};

  const portal = { env, log, ...others };
  const note = (err: unknown) => log.error({ err }, 'A command failed.');
  async function answer(socket: Socket) {
    const { args, folder, keyId } = await readCommand(socket);
    // Whoever sent it was asked already, at the terminal.
    const shell = { variables: process.env, folder, keyId, portal, confirm: async () => {} };
    const { perform } = await import('./commands.ts');
    const outcome = await perform(args, { open: async () => portal, shell, log: note });
    socket.end(JSON.stringify(outcome));
  }

  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => {});
    answer(socket).catch(() => socket.destroy());
  });
  server.maxConnections = AT_ONCE;
  // This process holds the folder: a socket or the copy of a backup that is there was left behind.
  rmSync(address, { force: true });
  await rm(copyIn(env.DATA_DIR), { recursive: true, force: true });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject).once('listening', listening.resolve);
  // The address is bound within `listen`, so that nobody else can open it before its mode is set.
  const mask = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(mask);
  }
  await listening.promise;
  chmodSync(address, 0o600);
  server.unref();
  return () => void server.close();
}
