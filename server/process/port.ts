import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Env } from '../env.ts';

type Place = Pick<Env, 'PORT' | 'HOST'>;

/** A refusal to start at a port or an address that cannot be listened on: one line for the operator. */
export class CannotListen extends Error {}

const noAddress = ({ HOST }: Place) => `HOST ${HOST} is not an address of this machine. Set HOST to one that is.`;

const SENTENCES: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ PORT, HOST }) =>
    `Port ${PORT} on ${HOST} is in use by another process. Stop that one, or set PORT to a free port.`,
  EACCES: ({ PORT }) => `Port ${PORT} may not be opened by this user. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

/**
 * Gives what `listen` gives.
 *
 * @throws {CannotListen} where the port or the address is what keeps it from listening.
 */
export async function listening<T>(place: Place, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    const sentence = cause instanceof Error && 'code' in cause && SENTENCES[String(cause.code)];
    throw sentence ? new CannotListen(sentence(place), { cause }) : cause;
  }
}

/**
 * Listens for a moment, so that a port that is not to be had stops the start before anything is prepared.
 *
 * @throws {CannotListen}
 */
export const tryPort = (place: Place) =>
  listening(place, async () => {
    const server = createServer().listen(place.PORT, place.HOST);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
