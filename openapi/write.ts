import { readFileSync, writeFileSync } from 'node:fs';
import { document } from './document.ts';

// `npm run openapi` writes the document; with --check it only says whether the committed one is the present one.
const file = new URL('./openapi.json', import.meta.url);
const text = `${JSON.stringify(document, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('openapi/openapi.json is not what the routers say. Run: npm run openapi\n');
  process.exitCode = 1;
}
