import type { IncomingMessage, ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Env } from '../env.ts';
import { PortalError } from '../errors.ts';
import { shedLoad } from './load-shedding.ts';
import { type OwnOrigins, ownOrigins } from './origins.ts';
import { sendProblem } from './problem.ts';

/** The methods that the portal knows. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** Helmet's headers for this configuration. They are constant, so they are computed once. */
function securityHeaders({ CORS_ORIGINS }: Env, https: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const listener = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    removeHeader() {},
  };
  const middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    // For pages or obsolete browsers only.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    hsts: https && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginResourcePolicy: { policy: CORS_ORIGINS.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  middleware({} as IncomingMessage, listener as unknown as ServerResponse, () => {});
  return headers;
}

/** The reason to reject a request before routing, if any. */
function refusal({ method, headers, raw }: FastifyRequest, { own, others }: OwnOrigins) {
  if (!METHODS.includes(method) || OVERRIDES.some((name) => name in headers))
    return new PortalError('METHOD_NOT_ALLOWED', 'This HTTP method is not supported, nor are method overrides.');
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    return new PortalError('VALIDATION_ERROR', 'The request names no host.');
  if (SAFE.has(method)) return undefined;

  // Requests from other sites must not change anything (OWASP, verifying origin with standard headers).
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && others.has(origin)) return undefined;
  // Forms of pages without a referrer: browsers send no origin with them, and say that the site is the same.
  const isNameless = origin === 'null' && site === 'same-origin';
  const foreign = origin !== undefined && !own.has(origin) && !isNameless;
  return foreign || /cross-site/i.test(String(site)) ? new PortalError('CSRF_REJECTED') : undefined;
}

function isDecodable(url: string) {
  try {
    return !url.includes('%') || !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

/** The address of a request. One that cannot be decoded does not exist, and passes the same guards as every other. */
export const decodableUrl = ({ url = '/' }: { url?: string | undefined }) => (isDecodable(url) ? url : '/not-found');

/** Registers the checks and headers common to all routes. */
export async function guards(app: FastifyInstance, env: Env) {
  const https = env.PUBLIC_URL.startsWith('https:');
  const origins = ownOrigins(env);

  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));

  const standing = { ...securityHeaders(env, https), 'Cache-Control': 'private, no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standing).header('X-Request-Id', request.id);
    done();
  });

  shedLoad(app);
  if (env.CORS_ORIGINS.length > 0)
    await app.register(cors, {
      origin: env.CORS_ORIGINS,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      strictPreflight: false,
      exposedHeaders: EXPOSED,
    });

  app.addHook('onRequest', (request, reply, done) => {
    const refused = refusal(request, origins);
    if (refused?.status === 405) reply.header('Allow', METHODS.join(', '));
    done(refused);
  });

  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: https } });
}

const EXPOSED = [
  'X-Request-Id',
  'X-Error-Code',
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Insight-Run',
  'ETag',
  'X-Has-More',
  'Link',
  'Idempotent-Replayed',
];
