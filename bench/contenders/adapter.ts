import { randomUUIDv7 } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { domains } from '../../routers/domains.ts';
import { appRouter } from '../../routers/index.ts';
import { logRequests } from '../../server/http/access-log.ts';
import { admit } from '../../server/http/admission.ts';
import { guards } from '../../server/http/guards.ts';
import { health } from '../../server/http/health.ts';
import { buildContext } from '../../server/trpc/context.ts';
import { openDeps } from './portal.ts';

/** The same router, context, guards and limits, with the Fastify adapter of trpc-to-openapi instead of our facade. */
export async function adapter() {
  const deps = await openDeps();
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    trustProxy: deps.env.TRUST_PROXY,
  });
  logRequests(app, deps.metrics);
  admit(app);
  await guards(app, deps.env);
  const contextOf = buildContext.bind(null, deps);
  health(app, deps, domains, () => false);

  await app.register(fastifyTRPCOpenApiPlugin, {
    router: appRouter,
    basePath: '/api',
    createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => contextOf(req, res),
  });
  return app;
}
