import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import type { Plugin } from 'vite';

const SCRIPT = 'js/scalar.js';

/** Writes the documentation of the API: a page at `docs.html`, and its script among the assets. */
export const apiReference: Plugin = {
  name: 'api-reference',
  apply: 'build',
  async generateBundle() {
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
    const read = async (path: string) => (await reader.inject(`/docs/${path}`)).body;
    const script = this.emitFile({ type: 'asset', name: 'api-reference.js', source: await read(SCRIPT) });
    const page = (await read('')).replace(SCRIPT, `/${this.getFileName(script)}`);
    this.emitFile({ type: 'asset', fileName: 'docs.html', source: page });
    await reader.close();
  },
};
