import { randomUUIDv7 } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { Database } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { seedDemo } from '../db/seed.ts';
import { facade } from '../openapi/facade.ts';
import { describePage } from '../routers/cms/public.ts';
import { domains } from '../routers/domains.ts';
import { appRouter } from '../routers/index.ts';
import type { Deps } from './deps.ts';
import { seconds } from './durations.ts';
import type { Env } from './env.ts';
import { assets } from './http/assets.ts';
import { leaveBodiesAlone } from './http/body.ts';
import { docs } from './http/docs.ts';
import { doors } from './http/doors.ts';
import { drainable } from './http/drain.ts';
import { frontPage } from './http/front-page.ts';
import { health } from './http/health.ts';
import { clientError, noteEarlyAnswers } from './http/problem.ts';
import { hashPassword } from './identity/password.ts';
import { RequestLog } from './process/request-log.ts';
import { buildContext } from './trpc/context.ts';
import { rpc } from './trpc/endpoint.ts';

function isDecodable(url: string) {
  try {
    return !url.includes('%') || !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

/** The whole portal on one Fastify instance, not yet listening. The only file that sees every room. */
export async function buildApp(deps: Deps) {
  const { env } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    childLoggerFactory: (log, bindings) => new RequestLog(log, bindings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    // A client that sends slowly is hung up on; Node looks for such clients every few seconds.
    requestTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
    http: { headersTimeout: seconds(10), connectionsCheckingInterval: seconds(2), requireHostHeader: false },
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be decoded is one where nothing is; it passes the doors as every other does.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/not-found'),
    clientErrorHandler: clientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  noteEarlyAnswers(app.server);
  leaveBodiesAlone(app);
  await doors(app, env);
  const contextOf = buildContext.bind(null, deps);

  const asset = assets(deps.limits);
  health(app, deps, domains, drainable(app).draining);
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

/** Brings the database up to date, and puts the demo organization in where it is wanted and missing. */
export async function prepareDatabase(env: Env, database: Database): Promise<Database> {
  await migrate(database);
  if (env.SEED_DEMO) await seedDemo(database, hashPassword, describePage);
  return database;
}

export { domains };
