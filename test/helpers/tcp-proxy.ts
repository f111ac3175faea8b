import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A wire between the portal and a server that can be cut, for this test only. */
export async function wireTo({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      // What arrives while the wire is silent waits here: nobody is told that it was not passed on.
      one.pipe(other);
      if (silent) one.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    drop();
    server.close();
  });
  return {
    port: own,
    /** Ends every connection. */
    drop,
    /** Ends every connection and takes no new ones, as a server that restarts. */
    refuse() {
      server.close();
      drop();
    },
    /** Accepts, and passes nothing on: a route that leads nowhere. */
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    /** Passes on again, for new connections; those of before stay as they are. */
    async heal() {
      silent = false;
      if (server.listening) return;
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    /** Lets the connections of before go on. */
    resume() {
      for (const socket of sockets) socket.resume();
    },
  };
}
