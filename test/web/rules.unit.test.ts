import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { common as german } from '../../web/texts/de/common.ts';
import { common } from '../../web/texts/en/common.ts';

// Not by its name: the types of pages are those of browsers.
const file = (name: string) => import(`../../web/texts/${name}.ts`);
const { ruleOf } = (await file('rules')) as { ruleOf: (message: string) => string | undefined };

it.each([
  ['must be a colour of six hexadecimal digits after a number sign', common.rules.color],
  ['must be an https URL', common.rules.https],
  ['must be a public https address', common.rules.https],
  ['must be an http or https URL', common.rules.url],
  [
    'must be a PNG, JPEG or WebP image of at most 100 KiB and 4096 pixels a side',
    'Please choose a PNG, JPEG or WebP image of at most 100 KB.',
  ],
  ['must have at least 1 characters', 'Use at least 1 character.'],
  ['must have at least 12 characters', 'Use at least 12 characters.'],
  ['must be six digits', common.rules.sixDigits],
  ['must name each tag once', common.rules.once],
  ['must not be after `to`', common.rules.period],
  ['must be the JSON key of a service account', undefined],
])('says to people what the rule “%s” asks for', (message, sentence) => {
  expect(ruleOf(message)).toBe(sentence);
});

it('every rule of the portal that people are told in their own words is still one of it', () => {
  const sources = globSync('{routers,server}/**/*.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const rules = readFileSync('web/texts/rules.ts', 'utf8');
  const begins = [...rules.matchAll(/\^((?:must|is) [a-z0-9 ,]+)/gi)].map(([, words = '']) => words.trimEnd());

  expect(begins.length).toBeGreaterThan(15);
  expect(begins.filter((words) => !sources.includes(words))).toEqual([]);
});

it('every rule is told in both languages as a sentence', () => {
  for (const rules of [common.rules, german.rules])
    for (const sentence of Object.values(rules)) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
});
