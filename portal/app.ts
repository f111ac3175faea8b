import { createServer, type ServerOptions } from 'node:http';
import Fastify, { LogController } from 'fastify';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { newSecondFactor, showSecondFactor } from '../routers/auth/public.ts';
import { describePage } from '../routers/cms/public.ts';
import { sealCredential } from '../routers/connections/public.ts';
import { domains } from '../routers/domains.ts';
import { appRouter } from '../routers/index.ts';
import { questionKey, storeEvidence } from '../routers/visibility/public.ts';
import { newWebhookSecret } from '../routers/webhooks/public.ts';
import type { Deps } from '../server/deps.ts';
import { seconds } from '../server/durations.ts';
import type { Env } from '../server/env.ts';
import { logRequests } from '../server/http/access-log.ts';
import { admit } from '../server/http/admission.ts';
import { deferBodyParsing } from '../server/http/body.ts';
import { boundConnections, oneAtATime } from '../server/http/connections.ts';
import { drainOnClose } from '../server/http/drain.ts';
import { decodableUrl, guards } from '../server/http/guards.ts';
import { health } from '../server/http/health.ts';
import { clientError, trackEarlyAnswers } from '../server/http/problem.ts';
import { drainRefusedBodies } from '../server/http/refused-bodies.ts';
import { recordRefusedOrigins } from '../server/http/refused-origins.ts';
import { childLog, requestIdOf } from '../server/http/request-ids.ts';
import { facade } from '../server/http/rest.ts';
import { serveAssistants } from '../server/mcp/endpoint.ts';
import { buildContext } from '../server/trpc/context.ts';
import { rpc } from '../server/trpc/endpoint.ts';
import { assets } from '../server/web/assets.ts';
import { BUILT_PAGES } from '../server/web/built-pages.ts';
import { docs } from '../server/web/docs.ts';
import { answerUnknown } from '../server/web/not-found.ts';
import { servePages } from '../server/web/serve-pages.ts';
import { demoSignIns, prepareDemo } from './demo.ts';

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
export async function buildApp(deps: Deps, webFolder = BUILT_PAGES) {
  const { env } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    childLoggerFactory: childLog,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    serverFactory: (handle) => createServer(HTTP, oneAtATime(handle)),
    schemaController: { compilersFactory: NO_SCHEMAS },
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: decodableUrl,
    clientErrorHandler: clientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  logRequests(app, deps.metrics);
  trackEarlyAnswers(app.server);
  drainRefusedBodies(app.server);
  boundConnections(app, env);
  admit(app);
  deferBodyParsing(app);
  await guards(app, env);
  recordRefusedOrigins(app, deps);
  const contextOf = buildContext.bind(null, deps);

  const asset = assets(deps.limits);
  health(app, deps, domains, drainOnClose(app).draining);
  const page = await servePages(app, deps, webFolder);
  answerUnknown(app, page);
  const document = async () => (await import('../openapi/document.ts')).document;
  docs(app, asset, { document, folder: webFolder, unbuilt: page });
  rpc(app, appRouter, contextOf);
  facade(app, appRouter, contextOf);
  serveAssistants(app, appRouter, contextOf, deps);
  for (const { services = [], routes } of domains) {
    services.forEach(deps.use);
    routes?.(app, deps);
  }
  return app;
}

const demoTools = (env: Env) => ({
  describePage,
  storeEvidence,
  questionKey,
  sealWebhookSecret: (id: string) => newWebhookSecret(env, id).sealedSecret,
  sealConnection: (id: string, credential: string) => sealCredential(env, id, credential),
  sealSecondFactor: (userId: string) => newSecondFactor(env, userId).sealed,
  showSecondFactor: showSecondFactor.bind(null, env),
});

/** How to sign in to the demo, for the terminal: a line for each of its people who is named there. */
export const signInHints = (env: Env, database: Database) => demoSignIns(env, database, demoTools(env));

/**
 * Migrates the database and prepares the demo organization. In production, `warn` is called where one role does all.
 */
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
