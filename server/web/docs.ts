import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { assets } from './assets.ts';
import type { SendPage } from './built-pages.ts';

// The script of the page sets inline styles; nothing is loaded from other hosts.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

interface Documentation {
  /** The OpenAPI document. It is loaded for the first request. */
  document: () => Promise<object>;
  /** Where the built pages are. */
  folder: URL;
  /** Answers in place of the page where it is not built. */
  unbuilt: SendPage;
}

/** Registers /openapi.json, and the page at /docs that shows it. */
export function docs(
  app: FastifyInstance,
  asset: ReturnType<typeof assets>,
  { document, folder, unbuilt }: Documentation,
) {
  app.get(
    '/openapi.json',
    asset({ type: 'application/json; charset=utf-8', body: async () => JSON.stringify(await document()) }),
  );
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  const file = new URL('docs.html', folder);
  const page = asset({
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': PAGE_POLICY },
    body: () => readFile(file),
  });
  app.get('/docs/', existsSync(file) ? page : (request, reply) => unbuilt(request, reply, 200));
}
