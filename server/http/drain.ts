import type { FastifyInstance } from 'fastify';

/**
 * Lets a closing portal finish running requests: from then on answers carry `Connection: close`, and after the last of
 * them idle connections are closed too.
 */
export function drainOnClose(app: FastifyInstance) {
  let underWay = 0;
  let draining = false;
  const hangUpWhenDone = () => {
    // Not before the server has stopped listening.
    if (draining && underWay === 0) setTimeout(() => underWay === 0 && app.server.closeAllConnections(), 50);
  };

  app.server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => {
      underWay--;
      hangUpWhenDone();
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    draining = true;
    hangUpWhenDone();
    done();
  });
  return { draining: () => draining };
}
