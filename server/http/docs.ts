import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { type assets, memoized } from './assets.ts';

// The script of the page sets inline styles; nothing is loaded from other hosts.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Renders the documentation page and its script. */
async function makeReader(): Promise<{ page: Uint8Array; script: Uint8Array }> {
  const [made] = await once(new Worker(new URL('./docs-worker.ts', import.meta.url)), 'message');
  return made;
}

/** Registers /openapi.json and /docs. Both load megabytes of code, so they are built on the first request. */
export function docs(app: FastifyInstance, asset: ReturnType<typeof assets>, document: () => Promise<object>) {
  const reader = memoized(makeReader);
  app.get(
    '/openapi.json',
    asset({ type: 'application/json; charset=utf-8', body: async () => JSON.stringify(await document()) }),
  );
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  app.get(
    '/docs/',
    asset({
      type: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': PAGE_POLICY },
      body: async () => (await reader()).page,
    }),
  );
  app.get(
    '/docs/js/scalar.js',
    asset({ type: 'text/javascript; charset=utf-8', body: async () => (await reader()).script }),
  );
}
