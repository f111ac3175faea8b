import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { record } from '../helpers/records.ts';

const NAMES = 500;
const LINES = 5_500;

/** Days with as many pages as they may have, five and a half kilobytes each; the same days come again and again. */
const line = (n: number) => {
  const topPages = Array.from({ length: 100 }, (_, page) => ({
    path: `/some/page/of/the/website/${page}`,
    pageviews: n % 7,
  }));
  return `${JSON.stringify(record('website_daily', { topPages }, `day-${n % NAMES}`))}\n`;
};

it('npm run ingest sends 30 MB with heaps of 40 MB and 128 MB in command and portal', async () => {
  const portal = await portalProcess({ ...(await homeForThisTest()), NODE_OPTIONS: '--max-old-space-size=128' });
  const { key } = await settle(portal);
  const path = join(await folderForThisTest(), 'days.ndjson');
  const lines = Readable.from(Array.from({ length: LINES }, (_, n) => n)).map(line);
  await pipeline(lines, createWriteStream(path));

  const env = { PATH: process.env.PATH, PORTAL_URL: portal.url, PORTAL_API_KEY: key };
  const out = await new Promise<string>((done) => {
    const args = ['--max-old-space-size=40', 'portal/cli/ingest.ts', path];
    execFile(process.execPath, args, { env }, (_error, said, err) => done(said + err));
  });

  const [, accepted, updated, unchanged, rejected] = /(\d+) a\D+(\d+) \D+(\d+) \D+(\d+) \D+/.exec(out) ?? [];
  expect([Number(accepted), Number(updated) + Number(unchanged), Number(rejected)]).toEqual([NAMES, LINES - NAMES, 0]);
  expect(portal.causeOfDeath()).toBeUndefined();
  // Collecting garbage in so small a heap takes most of the time, and minutes on a busy machine.
});
