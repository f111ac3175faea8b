import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { joinSockets } from '../../test/helpers/joined-sockets.ts';
import { freePort } from '../free-port.ts';

/** A TCP proxy that gives each new connection to the next portal in service. Connections stay where they are. */
export async function openProxy() {
  const port = await freePort();
  const inService: number[] = [];
  const sockets = new Set<Socket>();
  let given = 0;
  const server = createServer((near) => {
    const far = connect(inService[given++ % inService.length] ?? 0, '127.0.0.1');
    joinSockets(near, far, sockets);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    add: (portal: number) => inService.push(portal),
    remove: (portal: number) => inService.splice(inService.indexOf(portal), 1),
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
