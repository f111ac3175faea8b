import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { PortalError } from '../errors.ts';
import { sendProblem } from './problem.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** What every request passes and every answer carries, whatever the route. */
export async function doors(app: FastifyInstance, env: Env) {
  const https = env.PUBLIC_URL.startsWith('https:');
  const origins = new Set([new URL(env.PUBLIC_URL).origin, ...env.CORS_ORIGINS]);

  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new PortalError('NOT_FOUND')));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'private, no-store');
  });

  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    maxEventLoopUtilization: 0,
    pressureHandler: () => {
      throw new PortalError('SERVICE_UNAVAILABLE', 'The portal is busy. Please try again shortly.');
    },
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    hsts: https && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginResourcePolicy: env.CORS_ORIGINS.length > 0 ? { policy: 'cross-origin' } : { policy: 'same-origin' },
  });
  if (env.CORS_ORIGINS.length > 0)
    await app.register(cors, {
      origin: env.CORS_ORIGINS,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      strictPreflight: false,
      exposedHeaders: EXPOSED,
    });

  // A browser says where a request comes from; what comes from another site changes nothing here (OWASP CSRF, origin check).
  app.addHook('onRequest', async (request) => {
    if (!METHODS.includes(request.method) || OVERRIDES.some((name) => name in request.headers))
      throw new PortalError('METHOD_NOT_ALLOWED', 'Neither rare methods nor method overrides are supported.');
    if (request.headers.host === undefined) throw new PortalError('VALIDATION_ERROR', 'The request names no host.');
    if (SAFE.has(request.method)) return;

    const { origin, host, 'sec-fetch-site': site } = request.headers;
    const own = origin === undefined || origins.has(origin) || (URL.canParse(origin) && new URL(origin).host === host);
    if (!own || (site === 'cross-site' && !(origin && origins.has(origin)))) throw new PortalError('CSRF_REJECTED');
  });

  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: https } });
}

const EXPOSED = [
  'X-Request-Id',
  'X-Error-Code',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'ETag',
];
