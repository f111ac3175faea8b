import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';

const CHANGES = '### Added\n\n- Something new.\n';
const changelog = (unreleased: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n## [0.1.0] - 2026-01-01\n\n- The first.\n`;

/** A checkout with one commit, in which releases are made. */
async function checkout(unreleased = CHANGES) {
  const folder = await folderForThisTest();
  const git = (...parts: string[]) => execFileSync('git', parts, { cwd: folder, encoding: 'utf8' }).trim();
  const versions = { name: 'client-portal', version: '0.1.0' };
  await writeFile(join(folder, 'CHANGELOG.md'), changelog(unreleased));
  await writeFile(join(folder, 'package.json'), JSON.stringify(versions));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...versions, lockfileVersion: 3, packages: { '': versions } }),
  );
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: something new');
  git('tag', 'v0.1.0');
  const release = (version: string) => {
    const { status, stderr } = spawnSync(process.execPath, [resolve('ops/release.ts'), version], {
      cwd: folder,
      encoding: 'utf8',
    });
    return [status, stderr.trim()];
  };
  return { folder, git, release, read: (file: string) => readFileSync(join(folder, file), 'utf8') };
}

describe('node ops/release.ts', () => {
  it('sets the version, dates the changes, commits and tags', async () => {
    const { git, release, read } = await checkout();

    const [status] = release('0.2.0');

    const today = new Date().toISOString().slice(0, 10);
    expect(status).toBe(0);
    expect(read('CHANGELOG.md')).toBe(changelog(`## [0.2.0] - ${today}\n\n${CHANGES}`));
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' } },
    });
    expect(git('log', '--format=%s')).toBe('chore(release): 0.2.0\nfeat: something new');
    expect(git('tag', '--list', '--format=%(refname:short) %(objecttype) %(contents:subject)', 'v0.2.0')).toBe(
      'v0.2.0 tag 0.2.0',
    );
    expect(git('tag', '--list', '--format=%(contents:body)', 'v0.2.0')).toContain('- Something new.');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each(['0.1.0', '0.0.9', '0.2', 'v0.2.0', ''])('refuses %j, and changes nothing', async (version) => {
    const { git, release } = await checkout();

    expect(release(version)).toEqual([1, expect.stringMatching(/^(Usage: .*|.* is not later than 0\.1\.0, .*)$/)]);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('refuses without changes to release, and with changes that are not committed', async () => {
    const [nothing, dirty] = [await checkout(''), await checkout()];
    await writeFile(join(dirty.folder, 'new'), '');

    expect(nothing.release('0.2.0')).toEqual([1, expect.stringContaining('no changes under [Unreleased]')]);
    expect(dirty.release('0.2.0')).toEqual([1, expect.stringContaining('has changes: commit them first')]);
  });
});
