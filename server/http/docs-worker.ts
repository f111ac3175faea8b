import { parentPort } from 'node:worker_threads';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

// A thread that makes the page which reads /openapi.json and the script of that page, hands them over and ends: loading
// what they come from takes a third of a second, and most of its memory goes with the thread.
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
