import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';

const run = promisify(execFile);

/**
 * Opens an embedded database, works with it, and prints the most memory that the process had, in MiB. Not by
 * `resourceUsage`: on Linux its peak includes that of the process that started this one.
 */
const script = (folder: string) => `
  import { readFileSync } from 'node:fs';
  import postgres from 'postgres';
  import { openEmbedded } from './db/embedded.ts';
  const embedded = await openEmbedded(${JSON.stringify(folder)});
  const sql = postgres({ host: 'embedded', username: 'postgres', max: 1, socket: embedded.socket });
  for (let n = 0; n < 300; n++) await sql\`select * from pg_policies where tablename = \${'t' + n}\`;
  // V8 optimizes on other threads.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await sql.end();
  await embedded.close();
  const [, peak] = /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  process.stdout.write(String(peak / 1024));
`;

it.skipIf(process.platform !== 'linux')(
  'takes no memory for optimizing the code of the embedded database',
  async () => {
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '--eval', script(await folderForThisTest())],
      {
        env: { PATH: process.env.PATH },
      },
    );

    // Half of what it takes with V8's optimizing compiler.
    expect(Number(stdout)).toBeLessThan(400);
  },
);
