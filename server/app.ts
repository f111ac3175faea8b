import { randomUUIDv7 } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import { document } from '../openapi/document.ts';
import { facade } from '../openapi/facade.ts';
import { appRouter } from '../routers/index.ts';
import { buildContext } from './context.ts';
import type { Deps } from './deps.ts';
import { docs } from './http/docs.ts';
import { doors } from './http/doors.ts';
import { health } from './http/health.ts';
import { clientError } from './http/problem.ts';
import { rpc } from './http/rpc.ts';
import { seconds } from './limits.ts';
import { rateLimits } from './rate-limit.ts';

/** The whole portal on one Fastify instance, not yet listening. The only file that sees every room. */
export async function buildApp(deps: Deps) {
  const { env } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    // A client that sends slowly is hung up on; Node looks for such clients every few seconds.
    requestTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
    http: { headersTimeout: seconds(10), connectionsCheckingInterval: seconds(2) },
    clientErrorHandler: clientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  // Bodies are read by server/http/body.ts, when a procedure asks for its input.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  await doors(app, env);
  const spend = await rateLimits(app, deps);
  const contextOf = buildContext.bind(null, deps, spend);

  health(app, deps);
  await docs(app, document);
  rpc(app, appRouter, contextOf);
  facade(app, appRouter, contextOf);
  return app;
}
