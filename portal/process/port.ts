import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCodeOf } from '../../db/error-code.ts';
import type { Env } from '../../server/env.ts';

type Place = Pick<Env, 'PORT' | 'HOST'>;

/** An unusable port or address, with a one-line message for the operator. */
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
 * Runs `listen` and translates its errors.
 *
 * @throws {CannotListen} if the port or address is unusable
 */
export async function listening<T>(place: Place, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    const sentence = SENTENCES[String(errorCodeOf(cause))];
    throw sentence ? new CannotListen(sentence(place), { cause }) : cause;
  }
}

/**
 * Listens briefly, so that an unavailable port stops the start before any preparation.
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
