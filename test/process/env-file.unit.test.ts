import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';

const LOADER = fileURLToPath(new URL('../../portal/env-file.js', import.meta.url));

/** What a command that npm runs in a folder prints, and the variable of its .env. */
function run(cwd: string) {
  const program = 'console.log(process.env.OF_THE_FILE)';
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', LOADER, '-e', program], {
    cwd,
    encoding: 'utf8',
  });
  return [stdout.trim(), stderr];
}

it('commands read .env, and say nothing where there is none', async () => {
  const [without, withFile] = [await folderForThisTest(), await folderForThisTest()];
  writeFileSync(join(withFile, '.env'), 'OF_THE_FILE=read\n');

  expect(run(without)).toEqual(['undefined', '']);
  expect(run(withFile)).toEqual(['read', '']);
});

it('every script reads it in this way, and none by the flag of Node that prints a line without it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  expect(Object.values(scripts).filter((script) => script.includes('--env-file'))).toEqual([]);
  for (const name of ['start', 'dev', 'ingest', 'portal', 'db:migrate', 'db:seed', 'stripe:check'])
    expect(scripts[name]).toContain('--import ./portal/env-file.js');
});
