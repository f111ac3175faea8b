import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const GENERATED = /(^|\/)(node_modules|\.data|types|results|coverage)(\/|$)/;
const all = globSync('**/*', { exclude: (name) => GENERATED.test(name) || name === '.git' });
// The demo organization's pages are content: their links lead to its own site.
const documents = all.filter((file) => file.endsWith('.md') && !file.startsWith('demo/data/'));
const names = new Set(all.map((file) => basename(file)));
const folders = new Set(all.map((file) => file.split('/')[0]));

const withoutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, '');
const proseOf = (document: string) => withoutCode(readFileSync(document, 'utf8'));

/** The anchor that the hosting platform gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (document: string) =>
  [...proseOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

function isBroken(document: string, link: string) {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

const SOURCE = /\.(ts|md|json|sql|png|html|txt)$/;

/** Whether a code span names a file or folder of the project. A bare file name may be of any folder. */
function isMissing(span: string) {
  const isPath = /^[\w.-]+(\/[\w.*-]+)+\/?$/.test(span) || /^[\w-]+\/$/.test(span);
  if (!isPath) return /^[\w.-]+\.(ts|md)$/.test(span) && !names.has(span);
  if (GENERATED.test(span)) return false;
  const named = span.endsWith('/') || SOURCE.test(span) || folders.has(span.split('/')[0]);
  return named && globSync(span).length === 0;
}

describe.each(documents)('%s', (document) => {
  it('links to files and headings that exist', () => {
    const links = [...proseOf(document).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link]) => link ?? '');

    expect(links.filter((link) => isBroken(document, link))).toEqual([]);
  });

  it('names files and folders that exist', () => {
    const spans = [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');

    expect(spans.filter(isMissing)).toEqual([]);
  });
});

it('CONTRIBUTING.md calls only functions that exist', () => {
  const code = all.filter((file) => file.endsWith('.ts') && !file.startsWith('node_modules'));
  const words = new Set(code.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
  const snippets = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code ?? '',
  );

  const called = snippets.flatMap((snippet) => [...snippet.matchAll(/(\w+)\(/g)].map(([, name]) => name ?? ''));
  // A snippet defines the mail that it is about.
  const unknown = called.filter(
    (name) => !words.has(name) && !snippets.some((snippet) => snippet.includes(`const ${name} =`)),
  );

  expect(called.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
