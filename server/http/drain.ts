import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { TIMEOUTS } from '../timeouts.ts';

/**
 * Lets a closing portal finish running requests. Kept-alive connections have a moment for a last request, whose answer
 * carries `Connection: close`; then the portal stops listening. Requests that take too long are cut.
 */
export function drainOnClose(app: FastifyInstance) {
  let connections = 0;
  let running = 0;
  let draining = false;
  let closing = false;
  const cutWhenDone = () => {
    // Not before the server has stopped listening.
    if (closing && running === 0) setTimeout(() => running === 0 && app.server.closeAllConnections(), 50);
  };

  app.server.on('connection', (socket) => {
    connections++;
    socket.once('close', () => connections--);
  });
  app.server.on('request', (_request, response) => {
    // A further request on a connection is not handled.
    if (!response.socket) return;
    running++;
    response.once('close', () => {
      running--;
      cutWhenDone();
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    draining = true;
    setTimeout(() => app.server.closeAllConnections(), TIMEOUTS.requests).unref();
    if (connections > 0) await pause(TIMEOUTS.lastRequest);
    closing = true;
    cutWhenDone();
  });
  return { draining: () => draining };
}
