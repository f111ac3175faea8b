import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../upgrade/checkout.ts';
import { atMost, type Section } from './section.ts';

const run = promisify(execFile);
const TIMEOUT = 600_000;
const LARGEST = 8;

const WAYS = [
  { command: 'npm ci', flags: [], most: 520 },
  { command: 'npm ci --omit=dev --omit=optional', flags: ['--omit=dev', '--omit=optional'], most: 150 },
];

/** Copies what Git knows of the checkout, and what is new in it. */
async function copyCheckout(folder: string) {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: PROJECT });
  for (const file of listed.stdout.split('\0').filter(Boolean))
    await cp(join(PROJECT, file), join(folder, file)).catch((error) => {
      // Deleted, and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
}

/** The sizes of folders on disk in MiB, rounded up, the largest first. */
async function sizesOf(folder: string, depth: number) {
  const { stdout } = await run('du', ['-m', '-d', String(depth), folder], { maxBuffer: 2 ** 26 });
  const lines = stdout.trim().split('\n');
  return lines
    .map((line) => line.split('\t'))
    .map(([size, path = '']) => ({ size: Number(size), name: path.slice(folder.length + 1) }))
    .toSorted((one, other) => other.size - one.size);
}

/** Installs a copy of the checkout as its users do, with the build at the end, and measures `node_modules`. */
async function install({ command, flags, most }: (typeof WAYS)[number]) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-packages-'));
  try {
    await copyCheckout(folder);
    const began = performance.now();
    await run('npm', ['ci', ...flags, '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: TIMEOUT,
      maxBuffer: 2 ** 26,
    });
    const seconds = (performance.now() - began) / 1000;
    const [all, ...parts] = await sizesOf(join(folder, 'node_modules'), 1);
    const largest = parts.slice(0, LARGEST).map(({ size, name }) => `${name} ${size}`);
    return { command, most, size: all?.size ?? Number.NaN, seconds, largest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an installation takes on disk, whole and with what production cannot do without. */
export const packages: Section = async () => {
  const installed = [];
  for (const way of WAYS) installed.push(await install(way));
  return {
    title: 'Size of node_modules',
    figures: [],
    lines: installed.map(({ command, size, seconds }) => ({ '': command, MiB: size, seconds })),
    notes: installed.map(({ command, largest }) => `${command}: ${largest.join(', ')}`),
    targets: installed.map(({ command, most, size }) => atMost(`${command}, MiB`, most, size, true)),
  };
};
