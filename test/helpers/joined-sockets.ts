import type { Socket } from 'node:net';

/** Pipes two sockets into each other; each ends with the other. Both are in `open` until they close. */
export function joinSockets(near: Socket, far: Socket, open: Set<Socket>) {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    open.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      open.delete(one);
      other.destroy();
    });
    one.pipe(other);
  }
}
