import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The second half of `npm run types`: makes a package in types/ of the router's declaration and its imports,
// which tsc has written. It is apart from the portal, whose dependencies nobody should install with it.
const DECLARED = 'node_modules/.cache/types';
const PACKAGE = 'types';

// The context and route metadata in tRPC's types: unused by clients, and they refer to server libraries.
const SERVER_ONLY = /\b(ctx|meta): import\("\.[^;]+(?=;\s+(?:meta|errorShape):)/g;
const RELATIVE = /((?:from |import\()['"])(\.[^'"]+)\.ts(?=['"])/g;

rmSync(PACKAGE, { recursive: true, force: true });
const files = new Set(['routers/index.d.ts']);
for (const file of files) {
  const text = readFileSync(join(DECLARED, file), 'utf8').replace(SERVER_ONLY, '$1: object');
  for (const [, , path] of text.matchAll(RELATIVE)) files.add(join(dirname(file), `${path}.d.ts`));
  mkdirSync(join(PACKAGE, dirname(file)), { recursive: true });
  writeFileSync(join(PACKAGE, file), text.replace(RELATIVE, '$1$2.js'));
}

const { name, version, license, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = {
  name,
  version,
  description: 'The types of a client portal, for its tRPC clients.',
  license,
  type: 'module',
  exports: { '.': { types: './routers/index.d.ts' } },
  peerDependencies: { '@trpc/server': `^${dependencies['@trpc/server']}` },
};
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync('LICENSE', join(PACKAGE, 'LICENSE'));
