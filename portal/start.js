import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The compile cache halves the start; it lies beside the packages if that folder is writable. It has modules without
// their types: a process whose first file is JavaScript never loads the part of Node that removes them, 20 MiB. The
// import is dynamic, since static imports would be compiled before the cache is enabled.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/portal', import.meta.url)));
await import('./process/resolved-once.js');
await import('./process/run.ts');
