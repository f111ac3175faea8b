import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portalBrand } from '../branding/brand.ts';
import type { Env } from '../env.ts';
import { PortalError } from '../errors.ts';
import { sessionToken } from '../identity/cookies.ts';
import { networkOfRequest } from '../identity/sender.ts';
import { assertWithinGeneral, type Limits } from '../limits/limits.ts';
import { variesBy } from './assets.ts';
import { branded } from './branded-page.ts';

/** Where `npm run build` puts the pages. */
export const BUILT_PAGES = new URL('../../build/web/', import.meta.url);

/** Replaced in each copy of the document. Style elements carry it, which the library of components makes as it goes. */
const NONCE = 'STYLE_NONCE';
/**
 * Replaced by whether the browser has a session cookie: it is hidden from scripts, and a call without it would fail.
 */
const SESSION = 'SESSION_STATE';

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** Sends the document of the pages, which reads the address itself. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, status: 200 | 404) => Promise<FastifyReply>;

/** The sender of the built document, or undefined where the pages are not built. */
export function builtPage(folder: URL, limits: Limits, env: Env): SendPage | undefined {
  const file = new URL('index.html', folder);
  if (!existsSync(file)) return undefined;
  const parts = branded(readFileSync(file, 'utf8'), portalBrand(env))
    .replace('name="registration" content="open"', `name="registration" content="${env.REGISTRATION}"`)
    .split(NONCE);

  return async (request, reply, status) => {
    assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
    const nonce = randomBytes(16).toString('base64url');
    return variesBy(reply, 'Accept')
      .code(status)
      .header('Content-Security-Policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send(parts.join(nonce).replace(SESSION, sessionToken(request) ? 'possible' : 'none'));
  };
}

/** Serves the files of the pages, compressed when they were built. Their names change with their contents. */
export async function pageFiles(app: FastifyInstance, folder: URL, limits: Limits) {
  const root = fileURLToPath(new URL('assets/', folder));
  const names = new Set(readdirSync(root));
  // One route, and only for names in the folder: a route of the plugin for each file would delay the start.
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, immutable: true, maxAge: '365d' });
  app.all<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    if (!names.has(request.params.name)) return reply.callNotFound();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('Allow', 'GET, HEAD');
      throw new PortalError('METHOD_NOT_ALLOWED');
    }
    assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
    return reply.sendFile(request.params.name);
  });
}
