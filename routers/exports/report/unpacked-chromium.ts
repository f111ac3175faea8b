import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Chromium that may be started, and what it needs in its environment. */
export interface Executable {
  path: string;
  variables?: Record<string, string>;
}

const run = promisify(execFile);
const PACKAGE = '@sparticuz/chromium';

/** The folder of a package, which does not tell where its files are. */
const folderOf = (name: string) => {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  if (!folder) throw new Error(`${name} is not installed.`);
  return folder;
};

/** A program is run from here: nobody else may have put it there. */
async function refuseForeign(folder: string) {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${folder} belongs to somebody else, or others may write to it: no program is run from there.`);
}

const executable = (folder: string): Executable => ({
  path: join(folder, 'chromium'),
  variables: {
    // The libraries that a bare machine lacks; those of the machine, where it has them, come first.
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
 * The Chromium of the npm package. The package would unpack it into the folder for temporary files, where anybody may
 * put a program of that name first: here it is unpacked by a process that has a private folder for those, and is moved
 * into the data folder when it is whole.
 */
export async function unpackedChromium(dataDir: string): Promise<Executable> {
  const source = folderOf(PACKAGE);
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const home = resolve(dataDir, 'chromium');
  const place = join(home, version);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await refuseForeign(home);
  if (existsSync(place)) return executable(place);

  const fresh = await mkdtemp(join(home, 'unpacking-'));
  const unpacker = fileURLToPath(new URL('unpack.ts', import.meta.url));
  try {
    await run(process.execPath, ['--disable-warning=ExperimentalWarning', unpacker], {
      // This variable makes the package unpack its libraries as well.
      env: { TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      timeout: 120_000,
    });
    // Another process of the portal may have been faster; what it made is the same.
    await rename(fresh, place).catch((error) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return executable(place);
}
