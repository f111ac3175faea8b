import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// `node ops/release.ts 0.2.0`: the version in package.json and its lock, its date in CHANGELOG.md, a commit and a tag.
// Nothing is pushed.

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## [Unreleased]\n';

const run = (command: string, ...parts: string[]) => execFileSync(command, parts, { encoding: 'utf8' }).trim();

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

const numbers = (version: string) => VERSION.exec(version)?.slice(1).map(Number) ?? [];
const isLater = (version: string, than: string) => {
  const other = numbers(than);
  const [index = -1] = numbers(version).flatMap((part, place) => (part === other[place] ? [] : [place]));
  return index >= 0 && (numbers(version)[index] ?? 0) > (other[index] ?? 0);
};

const version = process.argv[2] ?? '';
if (!VERSION.test(version)) refuse('Usage: node ops/release.ts MAJOR.MINOR.PATCH');
if (run('git', 'status', '--porcelain') !== '') refuse('The checkout has changes: commit them first.');

const tags = run('git', 'tag', '--list', 'v*').split('\n').filter(Boolean);
const notLater = tags.map((tag) => tag.slice(1)).find((released) => !isLater(version, released));
if (notLater) refuse(`${version} is not later than ${notLater}, which is released.`);

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [before, unreleased] = changelog.split(UNRELEASED);
const [changes = ''] = (unreleased ?? '').split(/^## /m);
if (before === undefined || !/^- /m.test(changes)) refuse('CHANGELOG.md has no changes under [Unreleased].');

const today = new Date().toISOString().slice(0, 10);
const heading = `## [${version}] - ${today}\n`;
// The sentence on what the first release will be is over with it.
const released = (unreleased ?? '').replace(/^\nThe first release will be .*\n/, '');
writeFileSync('CHANGELOG.md', `${before}${UNRELEASED}\n${heading}${released}`);

run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
run('git', 'commit', '--all', '--message', `chore(release): ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `${version}\n\n${changes.trim()}`, '--cleanup=verbatim');
process.stdout.write(`Version ${version} is committed and tagged: git push --follow-tags publishes it.\n`);
