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

const FAULTY = {
  ...FACTS,
  opening: 'We are here',
  headings: { count: 3, misplaced: 1, firstMisplaced: '“Prices; from 20” is an h4 right under an h2', text: 'Title' },
  links: { count: 2, vague: 1, firstVague: 'click here' },
  frequent: { implant: 0.08 },
};
const ONE_LINK = {
  ...FAULTY,
  headings: { count: 2, misplaced: 1, firstMisplaced: '“Team” is a second h1', text: 'implant' },
  links: { count: 1, vague: 1, firstVague: 'more' },
};

it.each([
  ['of', FACTS],
  ['of', EMPTY],
  ['Implants for children', FAULTY],
  ['Implants for children', ONE_LINK],
])('what the portal says of a text is said in German: %s', (title, facts) => {
  const page = { title, seoTitle: null, seoDescription: null, facts };
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
  expect(assessed('“click here; or 2 more” does not say where it leads (1 of 3 links); name what is there.')).toBe(
    '„click here; or 2 more“ sagt nicht, wohin es führt (1 von 3 Links); nennen Sie, was dort ist.',
  );
  expect(
    assessed('“What “root canal; or two” means” does not say where it leads (1 of 3 links); name what is there.'),
  ).toBe('„What ‚root canal; or two‘ means“ sagt nicht, wohin es führt (1 von 3 Links); nennen Sie, was dort ist.');
  expect(
    assessed(
      'No heading takes up a word of the title; “say “ah”; now” is 8% of all words, and more than 5% reads as stuffing.',
    ),
  ).toBe(
    'Keine Überschrift nimmt ein Wort des Titels auf; „say ‚ah‘; now“ macht 8 % aller Wörter aus, und mehr als 5 % wirken überladen.',
  );
  expect(
    assessed(
      'The first paragraph does not mention “implants”, “children”; no heading takes up a word of the title; “implant” is 8% of all words, and more than 5% reads as stuffing.',
    ),
  ).toBe(
    'Der erste Absatz erwähnt „implants“, „children“ nicht; keine Überschrift nimmt ein Wort des Titels auf; „implant“ macht 8 % aller Wörter aus, und mehr als 5 % wirken überladen.',
  );
  expect(assessed('Words of a pipeline.')).toBe('Words of a pipeline.');
});
