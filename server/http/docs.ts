import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

// The reader's script styles its own page; nothing is fetched from elsewhere.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** /openapi.json, and /docs that reads it. */
export async function docs(app: FastifyInstance, document: object) {
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'public, max-age=300').send(text),
  );

  await app.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', PAGE_POLICY).header('Cache-Control', 'public, max-age=300');
    });
    await page.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}
