import { globSync, readFileSync } from 'node:fs';

export const CODE_FOLDERS = [
  'internals',
  'optional',
  'telemetry',
  'portal',
  'flow',
  'server',
  'routers',
  'db',
  'openapi',
  'insights',
  'demo',
];

/** Every source file of the project, relative to its root. */
export const sourceFiles = [...CODE_FOLDERS, 'bench', 'ops', 'test']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`))
  .concat(globSync('*.ts'));

export const readSource = (file: string) => readFileSync(file, 'utf8');

/** The project files that a file imports, including type imports. */
export const importsOf = (file: string) =>
  [...readSource(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    new URL(path ?? '', `file:///${file}`).pathname.slice(1),
  );

/** The names that a file declares and exports. A schema and its type share one name. */
export const exportsOf = (file: string) =>
  new Set(
    [
      ...readSource(file).matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm),
    ].map(([, name = '']) => name),
  );

/** The import cycles among files, each as a list of files. */
export function importCircles(files: string[]) {
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || finished.has(file)) return;
    for (const target of importsOf(file)) if (files.includes(target)) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
  return circles;
}
