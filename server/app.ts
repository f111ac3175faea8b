import { createServer, type ServerOptions } from 'node:http';
import Fastify, { LogController } from 'fastify';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { facade } from '../openapi/facade.ts';
import { newSecondFactor, showSecondFactor } from '../routers/auth/public.ts';
import { describePage } from '../routers/cms/public.ts';
import { domains } from '../routers/domains.ts';
import { appRouter } from '../routers/index.ts';
import { newWebhookSecret } from '../routers/webhooks/public.ts';
import { demoSignIns, prepareDemo } from './demo.ts';
import type { Deps } from './deps.ts';
import { seconds } from './durations.ts';
import type { Env } from './env.ts';
import { logRequests } from './http/access-log.ts';
import { assets } from './http/assets.ts';
import { deferBodyParsing } from './http/body.ts';
import { boundConnections } from './http/connections.ts';
import { docs } from './http/docs.ts';
import { drainOnClose } from './http/drain.ts';
import { guards } from './http/guards.ts';
import { health } from './http/health.ts';
import { shareLargeAnswers } from './http/large-answers.ts';
import { answerUnknown } from './http/not-found.ts';
import { servePages } from './http/pages.ts';
import { inTurns } from './http/pipeline.ts';
import { clientError, trackEarlyAnswers } from './http/problem.ts';
import { drainRefusedBodies } from './http/refused-bodies.ts';
import { recordRefusedOrigins } from './http/refused-origins.ts';
import { requestIdOf, traceOf } from './http/request-ids.ts';
import { RequestLog } from './http/request-log.ts';
import { restingAddresses } from './http/resting.ts';
import { shareConnections, shareTurns } from './http/share-turns.ts';
import { buildContext } from './trpc/context.ts';
import { rpc } from './trpc/endpoint.ts';

function isDecodable(url: string) {
  try {
    return !url.includes('%') || !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

/** Slow clients are disconnected; Node checks for them every few seconds. */
const HTTP: ServerOptions = {
  requestTimeout: seconds(30),
  keepAliveTimeout: seconds(65),
  headersTimeout: seconds(10),
  connectionsCheckingInterval: seconds(2),
  requireHostHeader: false,
};

/** zod checks what comes in. Without these, Fastify loads compilers of JSON schemas. */
const NO_SCHEMAS: object = { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify };

/**
 * Builds the whole portal on one Fastify instance, not yet listening. The composition root: it imports every folder.
 * `webFolder` is where the built pages are, if not where `npm run build` puts them.
 */
export async function buildApp(deps: Deps, webFolder?: URL) {
  const { env } = deps;
  const resting = restingAddresses(env.TRUST_PROXY);
  const app = Fastify({
    loggerInstance: deps.log,
    childLoggerFactory: (log, bindings, _options, request) =>
      new RequestLog(log, () => ({ ...bindings, ...traceOf(request) })),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    serverFactory: (handle) => createServer(HTTP, inTurns(handle, resting.rest)),
    schemaController: { compilersFactory: NO_SCHEMAS },
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be decoded does not exist; its request passes the same guards as every other.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/not-found'),
    clientErrorHandler: clientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  logRequests(app, deps.metrics);
  trackEarlyAnswers(app.server);
  drainRefusedBodies(app.server);
  boundConnections(app, env);
  shareConnections(app.server, resting);
  shareTurns(app);
  shareLargeAnswers(app);
  deferBodyParsing(app);
  await guards(app, env);
  recordRefusedOrigins(app, deps);
  const contextOf = buildContext.bind(null, deps);

  const asset = assets(deps.limits);
  health(app, deps, domains, drainOnClose(app).draining);
  answerUnknown(app, await servePages(app, deps, webFolder));
  docs(app, asset, async () => (await import('../openapi/document.ts')).document);
  rpc(app, appRouter, contextOf);
  facade(app, appRouter, contextOf);
  for (const { services = [], routes } of domains) {
    services.forEach(deps.use);
    routes?.(app, deps);
  }
  return app;
}

const demoTools = (env: Env) => ({
  describePage,
  sealWebhookSecret: (id: string) => newWebhookSecret(env, id).sealedSecret,
  sealSecondFactor: (userId: string) => newSecondFactor(env, userId).sealed,
  showSecondFactor: showSecondFactor.bind(null, env),
});

/** How to sign in to the demo, for the terminal: a line for each of its people who is named there. */
export const signInHints = (env: Env, database: Database) => demoSignIns(env, database, demoTools(env));

/** Migrates the database and prepares the demo organization. In production, `warn` is called where one role does all. */
export async function prepareDatabase(
  env: Env,
  database: Database,
  warn?: (sentence: string) => void,
): Promise<Database> {
  const { ownerServes } = await migrate(database, () => prepareDemo(env, database, demoTools(env)));
  if (env.production && ownerServes)
    warn?.(
      'The role of DATABASE_URL owns the tables and may become portal_maintenance: give migrations another role in DATABASE_MIGRATION_URL.',
    );
  return database;
}

export { domains };
