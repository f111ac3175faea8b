import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../optional/packages.ts';
import { unpackChromium } from '../../routers/exports/report/unpacked-chromium.ts';

/** Kept from run to run, as it takes a second to unpack. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url));

/** The Chromium of the npm package, where there is one: it draws no windows, and takes half of what another does. */
export async function lightChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !packageFolder('@sparticuz/chromium')) return undefined;
  await mkdir(FOLDER, { recursive: true });
  return unpackChromium(FOLDER);
}

let started: Promise<string | undefined> | undefined;

/** A program that starts it with its libraries, for CHROMIUM_PATH. */
export function lightChromiumPath() {
  started ??= lightChromium().then(async (found) => {
    if (!found) return undefined;
    const [path, fresh] = [join(FOLDER, 'chromium.sh'), join(FOLDER, `chromium-${process.pid}.sh`)];
    const variables = Object.entries(found.variables ?? {}).map(([name, value]) => `${name}='${value}'`);
    await writeFile(fresh, `#!/bin/sh\n${variables.join(' ')} exec '${found.path}' "$@"\n`);
    await chmod(fresh, 0o755);
    await rename(fresh, path);
    return path;
  });
  return started;
}
