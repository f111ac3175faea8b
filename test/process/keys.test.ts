import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../server/env.ts';

const SECRETS = ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'] as const;

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

describe('generated keys of an unconfigured portal', () => {
  it('are generated once, readable by the owner only, and reused', async () => {
    const folder = await emptyFolder();

    const [first, second] = [readEnv({ DATA_DIR: folder }), readEnv({ DATA_DIR: folder })];

    expect(SECRETS.map((name) => second[name])).toEqual(SECRETS.map((name) => first[name]));
    expect(new Set(SECRETS.map((name) => first[name])).size).toBe(SECRETS.length);
    expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('leave nothing beside their file, and a broken file is refused with one line', async () => {
    const folder = await emptyFolder();
    readEnv({ DATA_DIR: folder });
    expect(await readdir(folder)).toEqual(['keys.json']);

    await writeFile(join(folder, 'keys.json'), '');

    expect(() => readEnv({ DATA_DIR: folder })).toThrow(/cannot be read\. Restore the file from a backup; [^\n]+$/);
  });

  it('are overridden by configured keys', async () => {
    const folder = await emptyFolder();
    const given = randomBytes(32).toString('base64');

    const { PSEUDONYM_KEY } = readEnv({ DATA_DIR: folder, PSEUDONYM_KEY: given });

    expect(PSEUDONYM_KEY).toBe(given);
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toContain(given);
  });
});
