import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../errors.ts';
import { type assets, variesBy } from './assets.ts';

const read = (name: string) => readFileSync(new URL(`front-page/${name}`, import.meta.url));
const DAY = 24 * 60 * 60;

/** Registers the front page, for people who open the portal's address, and its icons. Other clients get 404 at /. */
export function frontPage(app: FastifyInstance, asset: ReturnType<typeof assets>) {
  const html = read('index.html').toString();
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  const page = asset({
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': policy },
    body: async () => html,
  });

  app.get('/', async (request, reply) => {
    variesBy(reply, 'Accept');
    if (negotiate(request.headers.accept ?? '', ['text/html', 'application/json']) !== 'text/html')
      throw new PortalError('NOT_FOUND');
    return page(request, reply);
  });
  app.get('/favicon.ico', asset({ type: 'image/x-icon', maxAge: DAY, body: async () => read('favicon.ico') }));
  app.get('/icon.svg', asset({ type: 'image/svg+xml', maxAge: DAY, body: async () => read('icon.svg') }));
}
