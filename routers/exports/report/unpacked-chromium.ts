import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageFolder } from '../../../optional/packages.ts';

/** A Chromium executable and the environment variables it needs. */
export interface Executable {
  path: string;
  variables?: Record<string, string>;
}

const run = promisify(execFile);
const PACKAGE = '@sparticuz/chromium';

/** Refuses a folder in which another user could place a program for the portal to run. */
async function assertPrivate(folder: string) {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${folder} must belong to the portal's user and be writable by no one else.`);
}

const executable = (folder: string): Executable => ({
  path: join(folder, 'chromium'),
  variables: {
    // Libraries missing from minimal installations; the system's own come first.
    LD_LIBRARY_PATH: [
      process.env.LD_LIBRARY_PATH,
      '/usr/lib/x86_64-linux-gnu',
      '/usr/lib64',
      join(folder, 'al2023/lib'),
    ]
      .filter(Boolean)
      .join(':'),
    ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
  },
});

/**
 * Unpacks the Chromium of the npm package into the data folder, once per version. The package would use the shared
 * temporary folder, where another user could place a program first; a child process gets a private one instead.
 */
export async function unpackChromium(dataDir: string): Promise<Executable> {
  const source = packageFolder(PACKAGE);
  if (!source) throw new Error(`${PACKAGE} is not installed.`);
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const home = resolve(dataDir, 'chromium');
  const place = join(home, version);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await assertPrivate(home);
  if (existsSync(place)) return executable(place);

  const fresh = await mkdtemp(join(home, 'unpacking-'));
  const unpacker = fileURLToPath(new URL('unpack.ts', import.meta.url));
  try {
    await run(process.execPath, ['--disable-warning=ExperimentalWarning', unpacker], {
      // AWS_EXECUTION_ENV makes the package unpack its libraries too.
      env: { TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      timeout: 120_000,
    });
    // Another process of the portal may have finished first, with the same result.
    await rename(fresh, place).catch((error) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return executable(place);
}
