import { parentPort } from 'node:worker_threads';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

// A thread that renders the documentation page and its script, posts them and ends: loading the renderer takes a third
// of a second, and most of its memory is released with the thread.
const reader = Fastify();
await reader.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    pageTitle: 'Client portal API',
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});

async function bytesOf(path: string) {
  const { rawPayload } = await reader.inject(path);
  return new Uint8Array(rawPayload);
}

const [page, script] = await Promise.all(['/docs/', '/docs/js/scalar.js'].map(bytesOf));
parentPort?.postMessage({ page, script });
