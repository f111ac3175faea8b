import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../optional/packages.ts';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';
import { isFresh, MADE_FROM, PREPARED, sourcesOfSchema } from './prepared-folder.ts';

// Part of `npm run build`: makes the database that new data folders start from, unless it is up to date
// or the embedded database is not installed.

/** Drops the template databases, which nothing uses: a copy without them has half as many files. */
async function dropTemplates(folder: string) {
  const { PGlite } = await import('@electric-sql/pglite');
  const postgres = await PGlite.create(folder);
  for (const name of ['template0', 'template1']) {
    await postgres.query(`alter database ${name} is_template false`);
    await postgres.query(`drop database ${name}`);
  }
  await postgres.close();
}

async function build() {
  mkdirSync(dirname(PREPARED), { recursive: true });
  const folder = mkdtempSync(`${PREPARED}-`);
  try {
    const database = await connect({ folder }, { statement: 60_000, transaction: 60_000 });
    await migrate(database);
    await database.close();
    await dropTemplates(join(folder, 'postgres'));
    rmSync(join(folder, 'lock'));
    writeFileSync(join(folder, MADE_FROM), sourcesOfSchema());
    rmSync(PREPARED, { recursive: true, force: true });
    renameSync(folder, PREPARED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!isFresh() && packageFolder('@electric-sql/pglite')) await build();
