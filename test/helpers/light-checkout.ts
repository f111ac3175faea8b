import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Variables } from './spawn.ts';

const SOURCES = [
  'package.json',
  'db',
  'demo',
  'flow',
  'insights',
  'internals',
  'openapi',
  'optional',
  'portal',
  'routers',
  'server',
  'telemetry',
];

interface Entry {
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

/** Packages are found beside their links, so that those which were left out are missing for other packages too. */
export const LINKED: Variables = { NODE_OPTIONS: '--preserve-symlinks' };

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(resolve('package-lock.json'), 'utf8'));

/** The packages that `npm ci --omit=dev --omit=optional` installs. */
const installed = Object.entries(lock.packages)
  .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
  .map(([place]) => place)
  .filter((place) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place));

/** Copies what the portal runs from, without packages. */
export const copySources = (folder: string) =>
  Promise.all(SOURCES.map((source) => cp(source, join(folder, source), { recursive: true })));

/** Makes a copy of the sources with the packages that an installation without optional ones has, and a few more. */
export async function lightCheckout(folder: string, more: string[] = []) {
  await copySources(folder);
  for (const place of [...installed, ...more.map((name) => `node_modules/${name}`)]) {
    await mkdir(join(folder, dirname(place)), { recursive: true });
    await symlink(resolve(place), join(folder, place));
  }
  return folder;
}
