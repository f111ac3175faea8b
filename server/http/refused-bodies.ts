import type { IncomingMessage, Server } from 'node:http';
import { MIB } from '../../flow/byte-units.ts';
import { nextTurn } from '../../flow/yield.ts';
import { seconds } from '../durations.ts';

/** What is read of a body after its answer: its sender may not look for the answer before all of it is sent. */
const REST = { bytes: 16 * MIB, time: seconds(5) };

/**
 * Reads and drops what comes of a body, 64 KiB of all in a turn, and closes its connection where it has no end within
 * the bounds.
 */
function drain(request: IncomingMessage, rest: typeof REST) {
  const { socket } = request;
  const late = setTimeout(() => socket.destroy(), rest.time);
  let left = rest.bytes;
  request.on('readable', async () => {
    await nextTurn();
    const chunk: Buffer | null = request.read();
    left -= chunk?.length ?? 0;
    if (left < 0) socket.destroy();
  });
  request.once('close', () => clearTimeout(late));
}

/**
 * Lets a connection that shall end after an answer end only after the body, too: closed with bytes unread, it would be
 * reset, and the answer be lost on its way.
 */
function endAfterBody(request: IncomingMessage) {
  const { socket } = request;
  const end = socket.destroySoon;
  socket.destroySoon = () => void socket.end();
  request.once('end', () => {
    socket.destroySoon = end;
    socket.destroySoon();
  });
}

/**
 * Reads the rest of bodies that were answered before their end, such as refused ones. Node would read each to its end,
 * up to 2 MiB in a turn of the event loop.
 */
export function drainRefusedBodies(server: Server, rest = REST) {
  server.on('request', (request, response) => {
    // Before Node's listener, which leaves the body alone when somebody reads it, and ends the connection.
    response.prependOnceListener('finish', () => {
      if (request.complete || request.socket.destroyed) return;
      if (!response.shouldKeepAlive) endAfterBody(request);
      request.read();
      drain(request, rest);
    });
  });
}
