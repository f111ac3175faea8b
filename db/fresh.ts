import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

// Part of `npm run check`: fails if the schema has changes without a migration. Generates into a temporary copy.
const copy = mkdtempSync(join(tmpdir(), 'migrations-'));
try {
  cpSync('db/migrations', copy, { recursive: true });
  const before = globSync(`${copy}/*.sql`).length;
  const schema = ['--dialect', 'postgresql', '--schema', './db/schema/index.ts', '--casing', 'snake_case'];
  execFileSync('npx', ['drizzle-kit', 'generate', ...schema, '--out', relative('.', copy)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (globSync(`${copy}/*.sql`).length > before) {
    process.stderr.write('The schema has changes without a migration. Run: npm run db:generate\n');
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
