import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Env } from '../../../server/env.ts';
import { type Executable, unpackChromium } from './unpacked-chromium.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin']
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .concat('/opt/google/chrome/chrome', '/usr/lib/chromium/chromium'),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['C:/Program Files', 'C:/Program Files (x86)'].flatMap((folder) => [
    `${folder}/Google/Chrome/Application/chrome.exe`,
    `${folder}/Microsoft/Edge/Application/msedge.exe`,
  ]),
};

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * The Chromium executables to try, in order. CHROMIUM_PATH excludes all others; without it, installed browsers come
 * before the one of the npm package, which is unpacked on first use.
 */
export async function* findChromiums({
  CHROMIUM_PATH,
  DATA_DIR,
}: Pick<Env, 'CHROMIUM_PATH' | 'DATA_DIR'>): AsyncGenerator<Executable> {
  if (CHROMIUM_PATH) {
    yield { path: CHROMIUM_PATH };
    return;
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const onPath =
    process.platform === 'win32' ? [] : folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const path of new Set([...(PLACES[process.platform] ?? []), ...onPath]))
    if (await isExecutable(path)) yield { path };
  if (process.platform === 'linux' && process.arch === 'x64') yield await unpackChromium(DATA_DIR);
}
