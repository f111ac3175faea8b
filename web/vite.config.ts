import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';

const OUT = process.env.PAGES_FOLDER ?? fileURLToPath(new URL('../build/web', import.meta.url));
const PORTAL = process.env.PORTAL_URL ?? 'http://localhost:3000';

/** Writes a brotli and a gzip form beside each text of the build, so that none is compressed while it is served. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async closeBundle() {
    const folder = join(OUT, 'assets');
    const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const bytes = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
};

/** Preloads the fonts with the document, so that texts do not move when they arrive after the scripts. */
const earlyFonts: Plugin = {
  name: 'early-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /-latin-\d+-normal-[^/]*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
        })),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), apiReference, precompressed, earlyFonts],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // A data address in a style sheet would be refused by the policy of the pages.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Charts are 400 KB before they are compressed, and loaded by the pages that have some.
    chunkSizeWarningLimit: 700,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/trpc', '/docs', '/openapi.json', '/reports', '/icon.svg', '/favicon.ico', '/logo'].map((path) => [
        path,
        PORTAL,
      ]),
    ),
  },
});
