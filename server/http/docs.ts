import Fastify, { type FastifyInstance } from 'fastify';

// The reader's script styles its own page; nothing is fetched from elsewhere.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The page that reads /openapi.json, on an instance of its own. */
async function openReader() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reader = Fastify();
  await reader.register(scalar, {
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
  return reader;
}

/** /openapi.json, and /docs that reads it. Both are megabytes of code and seldom asked for: the first reader loads them. */
export function docs(app: FastifyInstance, document: () => Promise<object>) {
  let written: Promise<string> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    written ??= document().then((found) => JSON.stringify(found));
    return reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .send(await written);
  });

  let reader: ReturnType<typeof openReader> | undefined;
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    app.get(path, async ({ url }, reply) => {
      reader ??= openReader();
      const { statusCode, headers, rawPayload } = await (await reader).inject(url);
      const { 'content-type': type = 'text/html', location } = headers;
      if (location) reply.header('Location', location);
      reply.header('Content-Security-Policy', PAGE_POLICY).header('Cache-Control', 'public, max-age=300');
      return reply.code(statusCode).type(String(type)).send(rawPayload);
    });
}
