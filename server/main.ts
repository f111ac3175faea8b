import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Half of a start is compiling what did not change: it is kept beside the packages, where that can be written. The
// import waits, as what is imported before this line is compiled each time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/portal', import.meta.url)));
await import('./process/run.ts');
