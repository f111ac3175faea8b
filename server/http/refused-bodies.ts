import type { IncomingMessage, Server } from 'node:http';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { fairQueue } from '../../db/fair-queue.ts';
import { seconds } from '../durations.ts';
import { networkOf } from '../identity/sender.ts';

/** What is read of a body after its answer: its sender may not look for the answer before all of it is sent. */
const REST = { bytes: 16 * 1024 * 1024, time: seconds(5) };

/** Of all such bodies 64 KiB are read in a turn of the event loop, and networks take turns. */
const turns = fairQueue({ atOnce: 1, perKey: 1, waiting: Number.POSITIVE_INFINITY });

/** Reads and drops what comes of a body, and closes its connection where the rest has no end within the bounds. */
function drain(request: IncomingMessage, rest: typeof REST) {
  const { socket } = request;
  const network = networkOf(socket.remoteAddress ?? '');
  const late = setTimeout(() => socket.destroy(), rest.time);
  let left = rest.bytes;
  async function readNext() {
    const leave = await turns.enter(network).turn;
    const chunk: Buffer | null = request.read();
    left -= chunk?.length ?? 0;
    if (left < 0) socket.destroy();
    await turnOfLoop();
    leave();
  }
  request.on('readable', readNext);
  request.once('close', () => clearTimeout(late));
}

/**
 * Reads the rest of bodies that were answered before their end, such as refused ones. Node would read each to its end, up
 * to 2 MiB in a turn of the event loop.
 */
export function drainRefusedBodies(server: Server, rest = REST) {
  server.on('request', (request, response) => {
    // Before Node's listener, which leaves the body alone when somebody reads it.
    response.prependOnceListener('finish', () => {
      if (request.complete || request.socket.destroyed) return;
      request.read();
      drain(request, rest);
    });
  });
}
