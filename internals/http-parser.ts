import type { Socket } from 'node:net';

// Depends on Node internals: a connection of an HTTP server has its parser as `parser`, which calls `onIncoming` with
// each request. test/http/bare-socket.test.ts fails when this changes.

/**
 * Ignores what else a connection has sent: Node would make requests and responses of all that it has read, up to 64
 * KiB.
 */
export function ignoreFurther(socket: Socket) {
  socket.pause();
  const { parser } = socket as { parser?: { onIncoming: () => number } };
  if (parser) parser.onIncoming = () => 0;
}
