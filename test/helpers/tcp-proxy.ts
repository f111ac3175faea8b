import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { joinSockets } from './joined-sockets.ts';

/** A TCP proxy between the portal and a server that can be interrupted, for this test only. */
export async function wireTo({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    joinSockets(near, far, sockets);
    // Data that arrives during silence is held without an error.
    if (silent) for (const socket of [near, far]) socket.pause();
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
    /** Closes every connection. */
    drop,
    /** Closes every connection and accepts none, like a restarting server. */
    refuse() {
      server.close();
      drop();
    },
    /** Accepts connections and forwards nothing, like a broken route. */
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    /** Forwards new connections again; earlier ones stay unchanged. */
    async heal() {
      silent = false;
      if (server.listening) return;
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    /** Resumes the earlier connections. */
    resume() {
      for (const socket of sockets) socket.resume();
    },
  };
}
