import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

// Part of `npm run build`: builds the pages, unless they are up to date. An installation without development packages
// keeps those it has.

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const PAGES = here('../build/web');
const MADE_FROM = `${PAGES}/made-from`;

/** A digest of all that the pages are made from. */
function sources() {
  const digest = createHash('sha256');
  for (const file of globSync(here('./**/*.{ts,tsx,css,html,json}')).sort())
    digest.update(file).update(readFileSync(file));
  return digest.update(readFileSync(here('../package-lock.json'))).digest('hex');
}

async function build(madeFrom: string) {
  const vite = await import('vite');
  // Beside the old ones, which a portal may be serving.
  mkdirSync(here('../build'), { recursive: true });
  const folder = mkdtempSync(`${PAGES}-`);
  try {
    process.env.PAGES_FOLDER = folder;
    await vite.build({ configFile: here('./vite.config.ts'), logLevel: 'warn' });
    writeFileSync(`${folder}/made-from`, madeFrom);
    // A folder made by mkdtemp is its owner's alone; the portal may run as somebody else.
    chmodSync(folder, 0o755);
    rmSync(PAGES, { recursive: true, force: true });
    renameSync(folder, PAGES);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const madeFrom = sources();
const isFresh = existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === madeFrom;
if (!isFresh && existsSync(here('../node_modules/vite/package.json'))) await build(madeFrom);
if (!existsSync(MADE_FROM))
  process.stdout.write('The pages are not built: that needs the development packages. The API works without them.\n');
