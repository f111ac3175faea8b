import { registerHooks } from 'node:module';

const ROOT = new URL('../../', import.meta.url).href;
const PACKAGES = `${ROOT}node_modules/`;

/** @typedef {import('node:module').ResolveHookSync} Resolve */

/** Packages that files of the portal import, by name. @type {Map<string, ReturnType<Resolve>>} */
const resolved = new Map();
/** Folders of packages whose `.js` files are ES modules: the nearest package.json says so for all of a folder. */
const modules = new Set();

/** @type {Resolve} */
function packageOf(specifier, context, next) {
  const known = resolved.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
  resolved.set(specifier, known);
  return known;
}

/** @type {Resolve} */
function fileOfPackage(specifier, context, next) {
  const { href: url } = new URL(specifier, context.parentURL);
  const folder = url.slice(0, url.lastIndexOf('/'));
  if (modules.has(folder)) return { url, format: 'module', shortCircuit: true };
  const result = next(specifier, context);
  if (result.url === url && result.format === 'module') modules.add(folder);
  return result;
}

/** @type {Resolve} */
function ownFile(specifier, context, next) {
  if (!specifier.endsWith('.ts')) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
}

// Node parses the package.json of a package for every import of it and of each of its files: 130 KB of `exports` for
// 600 imports of Drizzle. Here it does so once for a package and for a folder: a start takes 1.3 s of processor time
// instead of 2.7.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!parentURL.startsWith(ROOT) || !conditions.includes('import')) return next(specifier, context);
    if (!parentURL.startsWith(PACKAGES))
      return specifier.startsWith('.') ? ownFile(specifier, context, next) : packageOf(specifier, context, next);
    return /^\.\.?\/.*\.js$/.test(specifier) ? fileOfPackage(specifier, context, next) : next(specifier, context);
  },
});
