import { readFileSync } from 'node:fs';
import { normalizeQuestion } from '../../routers/insights/redaction/normalize.ts';
import { redact } from '../../routers/insights/redaction/redact.ts';

type Part = { kind: string; text: string };
type Group = 'form' | 'address' | 'name';

const MARKED = /\{\{(\w+):(.*?)\}\}/g;
const TITLES = new Set(
  'mr mrs ms dr med prof sir lord herr herrn hr frau familie doktor attorney sgt von der de and'.split(' '),
);

/** The texts of a set, with their private parts: see private-texts/README.md. */
function textsOf(set: string) {
  return readFileSync(new URL(`../insights/private-texts/${set}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((marked) => {
      const line = marked.replaceAll('·', '');
      const parts: Part[] = [...line.matchAll(MARKED)].map(([, kind = '', text = '']) => ({ kind, text }));
      return { plain: line.replaceAll(MARKED, '$2'), rest: line.replaceAll(MARKED, ' '), parts };
    });
}

const groupOf = (kind: string): Group => (kind === 'address' || kind === 'name' ? kind : 'form');

const wordsOf = (text: string) => normalizeQuestion(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of `all` beyond those in `some`, each counted as often as it occurs. */
function beyond(all: string[], some: string[]) {
  const left = new Map<string, number>();
  for (const word of some) left.set(word, (left.get(word) ?? 0) + 1);
  return all.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** What redaction finds of a set, by group of private parts, and which harmless words it takes. */
export function measure(set: string) {
  const found = { form: 0, address: 0, name: 0 };
  const total = { form: 0, address: 0, name: 0 };
  const [missed, taken]: [string[], string[]] = [[], []];
  let harmless = 0;
  for (const { plain, rest, parts } of textsOf(set)) {
    const output = wordsOf(redact(plain).replaceAll(/\[[a-z]+\]/g, ' '));
    const leaked = new Set(beyond(output, wordsOf(rest)));
    for (const { kind, text } of parts) {
      const group = groupOf(kind);
      total[group]++;
      const readable = wordsOf(text).filter(
        (word) => leaked.has(word) && (word.length > 1 || /\d/.test(word)) && !TITLES.has(word.toLowerCase()),
      );
      if (readable.length === 0) found[group]++;
      else missed.push(`${kind}: ${plain} -> ${redact(plain)}`);
    }
    harmless += wordsOf(rest).length;
    const lost = beyond(wordsOf(rest), output).filter((word) => !TITLES.has(word.toLowerCase()));
    if (lost.length > 0) taken.push(...lost.map((word) => `${word}: ${plain} -> ${redact(plain)}`));
  }
  return { found, total, missed, taken, harmless };
}
