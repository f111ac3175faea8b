import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTENT_RULES, SEO_RULES } from '../../routers/cms/scoring/audits.ts';
import { refusals } from '../../web/texts/de/refusals.ts';
import { assessed, refuseIn } from '../../web/texts/refusals.ts';

beforeAll(() => refuseIn(refusals));
afterAll(() => refuseIn(undefined));

const FACTS = {
  opening: 'x'.repeat(90),
  words: 420,
  readingEase: 100,
  gradeLevel: 0.8,
  headings: { count: 3, misplaced: 0, firstMisplaced: null, text: 'Title' },
  links: { count: 2, vague: 0, firstVague: null },
  images: { count: 2, missingAlt: 1 },
  longestStretch: 350,
  frequent: {},
};
const EMPTY = {
  opening: '',
  words: 40,
  readingEase: 30.4,
  gradeLevel: 14,
  headings: { count: 0, misplaced: 0, firstMisplaced: null, text: '' },
  links: { count: 0, vague: 0, firstVague: null },
  images: { count: 0, missingAlt: 0 },
  longestStretch: 40,
  frequent: {},
};

it.each([FACTS, EMPTY])('what the portal says of a text is said in German', (facts) => {
  const page = { title: 'of', seoTitle: null, seoDescription: null, facts };
  const said = [...SEO_RULES, ...CONTENT_RULES].flatMap(({ title, judge }) => [title, judge(page).detail]);

  expect(said.filter((sentence) => assessed(sentence) === sentence)).toEqual([]);
});

it('numbers keep their places, and decimals have a comma', () => {
  expect(assessed('192 answers of 4 assistants to 24 questions.')).toBe(
    '192 Antworten von 4 Assistenten auf 24 Fragen.',
  );
  expect(assessed('Flesch reading ease is 100, school grade 0.8; 60 and more is plain English.')).toBe(
    'Der Lesbarkeitsindex nach Flesch ist 100, die Schulstufe 0,8; ab 60 ist ein Text leicht zu lesen.',
  );
  expect(assessed('Words of a pipeline.')).toBe('Words of a pipeline.');
});
