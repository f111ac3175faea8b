import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

let portal: Portal;
let url: string;
let folder: string;
beforeAll(async () => {
  portal = await openPortal();
  url = await portal.listen();
  folder = await mkdtemp(join(tmpdir(), 'scans-'));
});
afterAll(() => portal.close());

async function file(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const ingest = (key: string | undefined, ...files: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { PATH: process.env.PATH, PORTAL_URL: url, ...(key && { PORTAL_API_KEY: key }) };
    execFile(process.execPath, ['server/cli/ingest.ts', ...files], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    );
  });

describe('npm run ingest', () => {
  it('sends the scans of its files, says what was refused and why, and gives a receipt', async () => {
    const person = await portal.register();
    const { key } = await person.pipeline();
    const [one, two] = [scan(), scan({ completedAt: '2026-03-01T00:00:00Z' })];
    const list = await file('list.json', JSON.stringify([one, { ...two, overall: {} }]));
    const lines = await file('lines.ndjson', `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`);

    const { code, out, err } = await ingest(key, list, lines);

    expect(out).toBe('2 added, 1 replaced, 1 refused.\n');
    expect(err).toContain('list.json, scan 2: overall.rawScore');
    expect(code).toBe(1);
    expect((await person.get('/api/visibility/score-history')).json().data).toHaveLength(2);
  });

  it('says how it is used when the key is missing', async () => {
    const { code, err } = await ingest(undefined, 'nothing.json');

    expect([code, err]).toEqual([2, 'Usage: PORTAL_API_KEY=pk_… npm run ingest -- FILE…\n']);
  });
});
