import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { PortalError } from '../errors.ts';
import { networkOfRequest } from '../identity/sender.ts';
import { assertWithinGeneral, type Limits } from '../limits/limits.ts';
import { assets, variesBy } from './assets.ts';
import { LOGO_PATH, LOGO_POLICY } from './branded-page.ts';
import { builtPage, pageFiles, type SendPage } from './built-pages.ts';
import { prefersHtml } from './html.ts';
import { PAGE_PATHS } from './page-paths.ts';

const read = (name: string) => readFileSync(new URL(`front-page/${name}`, import.meta.url));
const DAY = 24 * 60 * 60;

/** The page at every address while the portal's own pages are not built. It tells how to build them. */
function unbuiltPage(asset: ReturnType<typeof assets>): SendPage {
  const html = read('index.html').toString();
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  const page = asset({
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': policy },
    body: async () => html,
    maxAge: 0,
  });
  return (request, reply, status) => page(request, variesBy(reply, 'Accept').code(status));
}

/** Says to programs at the address of the portal that it is one, and where its interface is described. */
async function greet(request: FastifyRequest, reply: FastifyReply, limits: Limits) {
  assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
  return reply.send({ ok: true, documentation: '/docs', openapi: '/openapi.json', health: '/healthz' });
}

/**
 * Registers the portal's pages for browsers, and its icons and logo. Other clients get 404 at the same addresses, but
 * for `/`. Returns the sender of the page that says that there is nothing at an address.
 */
export async function servePages(
  app: FastifyInstance,
  { env, limits }: Pick<Deps, 'env' | 'limits'>,
  folder: URL,
): Promise<SendPage> {
  const asset = assets(limits);
  const built = builtPage(folder, limits, env);
  const page = built ?? unbuiltPage(asset);
  if (built) await pageFiles(app, folder, limits);

  for (const path of PAGE_PATHS)
    app.get(path, async (request, reply) => {
      if (prefersHtml(request)) return page(request, reply, 200);
      variesBy(reply, 'Accept');
      // What monitors ask for by default.
      if (path === '/') return greet(request, reply, limits);
      throw new PortalError('NOT_FOUND');
    });
  app.get('/favicon.ico', asset({ type: 'image/x-icon', maxAge: DAY, body: async () => read('favicon.ico') }));
  app.get('/icon.svg', asset({ type: 'image/svg+xml', maxAge: DAY, body: async () => read('icon.svg') }));
  const { BRAND_LOGO: logo } = env;
  if (logo) {
    const headers = { 'Content-Security-Policy': LOGO_POLICY };
    app.get(LOGO_PATH, asset({ type: logo.type, maxAge: DAY, headers, body: async () => logo.bytes }));
  }
  return page;
}
