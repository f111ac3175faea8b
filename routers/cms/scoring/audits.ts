import type { Audit, PageFacts } from '../../../db/schema/index.ts';
import { keywordsOf, stem, wordsOf } from '../rendering/words.ts';

/** The input of the audits. */
export interface Assessed {
  title: string;
  seoTitle: string | null;
  seoDescription: string | null;
  facts: PageFacts;
}

type Verdict = Pick<Audit, 'score' | 'detail'>;
type Rule = Pick<Audit, 'id' | 'title' | 'weight'> & { judge: (page: Assessed) => Verdict };

const round = (score: number) => Math.round(score * 1000) / 1000;
const good = (detail: string): Verdict => ({ score: 1, detail });
const none = (detail: string): Verdict => ({ score: null, detail });
const partly = (score: number, detail: string): Verdict => ({ score: round(score), detail });
const of = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** 1 within the bounds, decreasing outside. */
const within = (value: number, least: number, most: number) =>
  value < least ? value / least : Math.min(1, most / value);

function length(what: string, text: string, least: number, most: number, advice: string): Verdict {
  const characters = [...text].length;
  const score = within(characters, least, most);
  const found = `${what} has ${of(characters, 'character')}`;
  if (score === 1) return good(`${found}; ${least} to ${most} are shown in full in search results.`);
  const way = characters < least ? `make it longer, ${least} to ${most}` : `make it shorter, ${most} at most`;
  return partly(score, `${found}; ${way}${advice}.`);
}

const stemsOf = (text: string) => new Set(wordsOf(text).map(stem));

function keywordUse({ title, facts }: Assessed): Verdict {
  const keywords = keywordsOf(title);
  if (keywords.length === 0) return none('The title has no word that says what the page is about.');

  const [opening, headings] = [stemsOf(facts.opening), stemsOf(facts.headings.text)];
  const missing = keywords.filter((word) => !opening.has(stem(word)));
  const inHeading = keywords.some((word) => headings.has(stem(word)));
  const [overused, share = 0] =
    Object.entries(facts.frequent)
      .filter(([word, share]) => share > 0.05 && facts.words >= 100 && keywords.map(stem).includes(word))
      .sort(([, a], [, b]) => b - a)[0] ?? [];

  const score = (0.7 * (keywords.length - missing.length)) / keywords.length + (inHeading ? 0.3 : 0);
  const reasons = [
    missing.length > 0 && `the first paragraph does not mention ${missing.map((word) => `“${word}”`).join(', ')}`,
    !inHeading && 'no heading takes up a word of the title',
    overused && `“${overused}” is ${Math.round(share * 100)}% of all words, and more than 5% reads as stuffing`,
  ].filter(Boolean);
  if (reasons.length === 0) return good('The title’s words are in the first paragraph and in a heading.');
  const sentence = reasons.join('; ');
  return partly(overused ? score / 2 : score, `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`);
}

/** SEO audits: how well search engines can display and follow the page. */
export const SEO_RULES: Rule[] = [
  {
    id: 'title-length',
    title: 'Length of the title',
    weight: 20,
    judge: ({ title, seoTitle }) => length('The title', seoTitle ?? title, 30, 60, ''),
  },
  {
    id: 'description-length',
    title: 'Length of the description',
    weight: 15,
    judge: ({ seoDescription, facts }) =>
      seoDescription === null
        ? length('The first paragraph', facts.opening, 70, 160, ', or write a description of its own')
        : length('The description', seoDescription, 70, 160, ''),
  },
  {
    id: 'heading-order',
    title: 'Headings in order',
    weight: 15,
    judge({ facts: { headings } }) {
      if (headings.count === 0) return none('There are no headings.');
      if (headings.misplaced === 0) return good(`${of(headings.count, 'heading')}, none skips a level.`);
      const detail = `${headings.misplaced} of ${of(headings.count, 'heading')} out of order: ${headings.firstMisplaced}.`;
      return partly(1 - headings.misplaced / headings.count, detail);
    },
  },
  {
    id: 'links',
    title: 'Links that say where they lead',
    weight: 15,
    judge({ facts: { links } }) {
      if (links.count === 0) return partly(0, 'There are no links; link to what readers will want next.');
      if (links.vague === 0) return good(`${of(links.count, 'link')}, each says where it leads.`);
      const detail = `“${links.firstVague}” does not say where it leads (${links.vague} of ${of(links.count, 'link')}); name what is there.`;
      return partly(1 - links.vague / links.count, detail);
    },
  },
  {
    id: 'image-alt',
    title: 'Images with alternative text',
    weight: 15,
    judge({ facts: { images } }) {
      if (images.count === 0) return none('There are no images.');
      if (images.missingAlt === 0) return good(`${of(images.count, 'image')}, each with alternative text.`);
      const detail = `${images.missingAlt} of ${of(images.count, 'image')} without alternative text; say what they show.`;
      return partly(1 - images.missingAlt / images.count, detail);
    },
  },
  { id: 'keyword-use', title: 'Use of the title’s words', weight: 20, judge: keywordUse },
];

const PLAIN = 60;
const ENOUGH_WORDS = 300;

/** Content audits: how readable the page is. */
export const CONTENT_RULES: Rule[] = [
  {
    id: 'reading-ease',
    title: 'Reading ease',
    weight: 40,
    judge({ facts: { readingEase, gradeLevel } }) {
      if (readingEase === null) return none('Not judged: the formula is made for English prose.');
      const said = `Flesch reading ease is ${readingEase}, school grade ${gradeLevel}`;
      return readingEase >= PLAIN
        ? good(`${said}; ${PLAIN} and more is plain English.`)
        : partly(readingEase / PLAIN, `${said}; shorter sentences and shorter words bring it to ${PLAIN}.`);
    },
  },
  {
    id: 'length',
    title: 'Length',
    weight: 40,
    judge: ({ facts: { words } }) =>
      words >= ENOUGH_WORDS
        ? good(`${of(words, 'word')}.`)
        : partly(words / ENOUGH_WORDS, `${of(words, 'word')}; ${ENOUGH_WORDS} are enough to answer a question well.`),
  },
  {
    id: 'sections',
    title: 'Text in sections',
    weight: 20,
    judge({ facts: { words, longestStretch } }) {
      if (words < ENOUGH_WORDS) return none('The text is short enough to need no sections.');
      if (longestStretch <= ENOUGH_WORDS) return good(`At most ${of(longestStretch, 'word')} between two headings.`);
      const detail = `${longestStretch} words without a heading; one every ${ENOUGH_WORDS} words helps readers find their way.`;
      return partly(ENOUGH_WORDS / longestStretch, detail);
    },
  },
];
