import Fastify, { LogController } from 'fastify';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { facade } from '../openapi/facade.ts';
import { describePage } from '../routers/cms/public.ts';
import { domains } from '../routers/domains.ts';
import { appRouter } from '../routers/index.ts';
import { prepareDemo } from './demo.ts';
import type { Deps } from './deps.ts';
import { seconds } from './durations.ts';
import type { Env } from './env.ts';
import { assets } from './http/assets.ts';
import { deferBodyParsing } from './http/body.ts';
import { boundConnections } from './http/connections.ts';
import { docs } from './http/docs.ts';
import { drainOnClose } from './http/drain.ts';
import { frontPage } from './http/front-page.ts';
import { guards } from './http/guards.ts';
import { health } from './http/health.ts';
import { clientError, trackEarlyAnswers } from './http/problem.ts';
import { requestIdOf, traceOf } from './http/request-ids.ts';
import { RequestLog } from './http/request-log.ts';
import { buildContext } from './trpc/context.ts';
import { rpc } from './trpc/endpoint.ts';

function isDecodable(url: string) {
  try {
    return !url.includes('%') || !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

/** Builds the whole portal on one Fastify instance, not yet listening. The composition root: it imports every folder. */
export async function buildApp(deps: Deps) {
  const { env } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    childLoggerFactory: (log, bindings, _options, request) => new RequestLog(log, { ...bindings, ...traceOf(request) }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    // Slow clients are disconnected; Node checks for them every few seconds.
    requestTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
    http: { headersTimeout: seconds(10), connectionsCheckingInterval: seconds(2), requireHostHeader: false },
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be decoded does not exist; its request passes the same guards as every other.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/not-found'),
    clientErrorHandler: clientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  trackEarlyAnswers(app.server);
  boundConnections(app, env.TRUST_PROXY);
  deferBodyParsing(app);
  await guards(app, env);
  const contextOf = buildContext.bind(null, deps);

  const asset = assets(deps.limits);
  health(app, deps, domains, drainOnClose(app).draining);
  frontPage(app, asset);
  docs(app, asset, async () => (await import('../openapi/document.ts')).document);
  rpc(app, appRouter, contextOf);
  facade(app, appRouter, contextOf);
  for (const { services = [], routes } of domains) {
    services.forEach(deps.use);
    routes?.(app, deps);
  }
  return app;
}

/** Migrates the database and prepares the demo organization. */
export async function prepareDatabase(env: Env, database: Database): Promise<Database> {
  await migrate(database, () => prepareDemo(env, database, describePage));
  return database;
}

export { domains };
