import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_LENGTH } from '../../insights/wire.ts';
import { normalizeQuestion } from '../../routers/insights/redaction/normalize.ts';
import { redact } from '../../routers/insights/redaction/redact.ts';

/** The sentences of a corpus with their headings: see corpus/README.md. */
const corpus = (name: string) => {
  let kind = '';
  return readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      if (!line.startsWith('# ')) return [{ kind, line: readable(line) }];
      kind = line.slice(2);
      return [];
    });
};
const readable = (line: string) =>
  line
    .replaceAll('·', '')
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const PRIVATE = /\{\{(.*?)\}\}(?!\})/g;
const plain = (line: string) => line.replaceAll(PRIVATE, '$1');
const digits = (text: string) => text.replaceAll(/\D/g, '');

/** The parts of a private string that are still readable: its words, its digits, or all of it. */
function left(secret: string, line: string, output: string) {
  const bare = normalizeQuestion(secret);
  const around = normalizeQuestion(line.replaceAll(PRIVATE, ''));
  const words = bare.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 && !around.includes(word));
  const number = digits(bare);
  const rest = output.replaceAll(/\[[a-z]+\]/g, '');
  return [
    ...words.filter((word) => rest.includes(word)),
    ...(rest.includes(bare) ? [bare] : []),
    ...(number.length > 3 && digits(rest).includes(number) ? [number] : []),
  ];
}

describe('Redaction', () => {
  const sentences = corpus('private');
  const harmless = corpus('harmless');

  it('finds at least 99 percent of the private strings', () => {
    const secrets = sentences.flatMap(({ kind, line }) =>
      [...line.matchAll(PRIVATE)].map(([, it = '']) => ({ kind, line, it })),
    );
    const missed = secrets.filter(({ it, line }) => left(it, line, redact(plain(line))).length > 0);
    const recall = 1 - missed.length / secrets.length;

    process.stdout.write(
      `Redaction: ${secrets.length - missed.length} of ${secrets.length} private things found, recall ${(recall * 100).toFixed(1)} %\n`,
    );
    for (const { kind, line } of missed)
      process.stdout.write(`  missed (${kind}): ${line}\n    ${redact(plain(line))}\n`);
    expect(sentences.length + harmless.length).toBeGreaterThanOrEqual(300);
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });

  it('leaves at least 98 percent of the harmless sentences unchanged', () => {
    const alarms = harmless.filter(({ line }) => redact(line) !== line.normalize('NFKC'));
    const rate = alarms.length / harmless.length;

    process.stdout.write(
      `Redaction: ${alarms.length} of ${harmless.length} harmless sentences touched, false alarms ${(rate * 100).toFixed(1)} %\n`,
    );
    for (const { line } of alarms) process.stdout.write(`  touched: ${line}\n    ${redact(line)}\n`);
    expect(harmless.length).toBeGreaterThanOrEqual(120);
    expect(rate).toBeLessThanOrEqual(0.02);
  });

  it('finds private strings anywhere in a question', () => {
    const words = sentences
      .flatMap(({ line }) => line.replaceAll(PRIVATE, ' ').split(/\s+/))
      .filter((word) => /^[a-z]{2,}$/.test(word));
    const digit = fc.integer({ min: 2, max: 9 });
    const many = (count: number) => fc.array(digit, { minLength: count, maxLength: count }).map((all) => all.join(''));
    const word = fc.constantFrom(...words.filter((one) => !/^(?:at|dot|version|release)$/.test(one)));
    const kinds = fc.oneof(
      fc.emailAddress().filter((address) => /^[\w.+-]+@/.test(address)),
      fc.ipV4(),
      fc.uuid(),
      fc.constant(0).map(() => `sk_live_${randomUUID().replaceAll('-', '')}`),
      fc.tuple(many(3), many(3), many(4)).map((groups) => groups.join('-')),
      fc.tuple(many(2), many(9)).map(([country, number]) => `+${country} ${number}`),
      fc.tuple(many(3), many(2), many(4)).map((groups) => groups.join('-')),
      many(15).map(
        (start) => [...'0123456789'].map((last) => `4${start.slice(1)}${last}`).find(luhn) ?? '4111111111111111',
      ),
    );

    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 8 }),
        kinds,
        fc.array(word, { maxLength: 8 }),
        (before, secret, after) => {
          expect(redact([...before, secret, ...after].join(' '))).not.toContain(secret);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is fast for every input, and its output fits the schema', () => {
    const atoms = [...new Set(sentences.flatMap(({ line }) => plain(line).match(/\p{L}+ ?|\d+|[^\p{L}\d]/gu) ?? []))];
    const hostile = fc.array(fc.oneof(fc.constantFrom(...atoms), fc.string({ unit: 'grapheme', maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    });
    const question = fc.tuple(hostile, fc.boolean()).map(([parts, mixed]) => {
      const once = parts.join('');
      return (mixed ? once.repeat(50) + [...once].reverse().join('').repeat(2000) : once.repeat(2000)).slice(0, 2000);
    });

    fc.assert(
      fc.property(question, (text) => {
        // Catastrophic backtracking takes minutes here, longer than any test may take.
        const output = redact(text);
        expect(output.length).toBeLessThanOrEqual(QUERY_LENGTH);
        expect(output.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('limits text that normalization lengthens', () => {
    expect(redact('ﷺ'.repeat(2000)).length).toBeLessThanOrEqual(QUERY_LENGTH);
    expect(redact('a@b.co '.repeat(285))).toBe('[email] '.repeat(285));
  });
});

function luhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
