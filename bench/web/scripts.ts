import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Response } from 'playwright-core';

const BUILD = fileURLToPath(new URL('../../build/web', import.meta.url));
const KIB = 1024;

/** A script of the build and its sizes in KiB. */
interface Script {
  name: string;
  raw: number;
  gzip: number;
  brotli: number;
}

const scriptAt = (file: string): Script => {
  const size = (suffix = '') => statSync(`${file}${suffix}`).size / KIB;
  return { name: basename(file), raw: size(), gzip: size('.gz'), brotli: size('.br') };
};

/** The script that the document names, and all others, the largest first. */
export function builtScripts() {
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(`${BUILD}/index.html`, 'utf8'))?.[1];
  const scripts = globSync(`${BUILD}/assets/*.js`).map(scriptAt);
  return {
    entry: scripts.filter(({ name }) => name === entry),
    others: scripts.filter(({ name }) => name !== entry).toSorted((a, b) => b.brotli - a.brotli),
  };
}

/** Notes what scripts a page loads until `stop`: the KiB of each in brotli, by name. */
export function watchScripts(page: Page) {
  const scripts = new Map<string, number>();
  const note = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && response.ok()) scripts.set(pathname, statSync(`${BUILD}${pathname}.br`).size / KIB);
  };
  page.on('response', note);
  return { scripts: scripts as ReadonlyMap<string, number>, stop: () => void page.off('response', note) };
}

export const sum = (sizes: Iterable<number>) => [...sizes].reduce((all, size) => all + size, 0);
