import type { PageFacts } from '../../../db/schema/index.ts';
import { type Block, type Outline, outlineOf } from './outline.ts';
import { gradeLevel, isLatin, measure, readingEase, sentencesOf } from './prose.ts';
import type { ContentFormat } from './version.ts';
import { stem, wordsOf } from './words.ts';

const OPENING_CHARACTERS = 1000;
const HEADING_CHARACTERS = 4000;
const SAMPLE_CHARACTERS = 60_000;
const FREQUENT = 1 / 50;

/** The beginning of a text, without a split surrogate pair at its end. */
const cut = (text: string, characters: number) => text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');

/** Headings that skip a level, and further h1 headings. The page title counts as the first level. */
function misplacedHeadings(headings: Block[]) {
  let above = 1;
  let titles = 0;
  const misplaced = headings.flatMap(({ level, text }) => {
    const from = above;
    above = level;
    if (level === 1 && ++titles > 1) return [`“${cut(text, 80)}” is a second h1`];
    return level > from + 1 ? [`“${cut(text, 80)}” is an h${level} right under an h${from}`] : [];
  });
  return { misplaced: misplaced.length, firstMisplaced: misplaced[0] ?? null };
}

const VAGUE =
  /^(?:(?:click |tap |see |go )?here|(?:read |learn |find out )?more|(?:this )?(?:link|page)|this|https?:\S*|)[.…»>→ ]*$/i;

function vagueLinks(links: string[]) {
  const vague = links.map((text) => cut(text, 80)).filter((text) => VAGUE.test(text));
  return { count: links.length, vague: vague.length, firstVague: vague[0] ?? null };
}

/** Readability of the first 60,000 characters of prose; null for scripts other than Latin. */
function readability(blocks: Block[]) {
  const sample: string[] = [];
  let left = SAMPLE_CHARACTERS;
  for (const { kind, text } of blocks) {
    if (kind !== 'prose') continue;
    sample.push(...sentencesOf(cut(text, left)));
    left -= text.length;
    if (left <= 0) break;
  }
  const prose = isLatin(sample.join(' ')) ? measure(sample) : { words: 0, sentences: 0, syllables: 0 };
  return prose.words > 0
    ? { readingEase: readingEase(prose), gradeLevel: gradeLevel(prose) }
    : { readingEase: null, gradeLevel: null };
}

/** The number of words, the longest run of words without a heading, and the frequent words. */
function countWords(blocks: Block[]) {
  const counts = new Map<string, number>();
  let [words, stretch, longestStretch] = [0, 0, 0];
  for (const { kind, text } of blocks) {
    const blockWords = wordsOf(text);
    words += blockWords.length;
    stretch = kind === 'heading' ? 0 : stretch + blockWords.length;
    longestStretch = Math.max(longestStretch, stretch);
    for (const word of blockWords.map(stem)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const often = [...counts].filter(([word, times]) => times > 3 && times > words * FREQUENT && word.length < 100);
  const frequent = Object.fromEntries(often.map(([word, times]) => [word, Math.round((times / words) * 1000) / 1000]));
  return { words, longestStretch, frequent };
}

// In HTML an empty alternative text marks a decorative image; in Markdown it is a missing one.
const lacksAlt = (alt: string | undefined, format: ContentFormat) =>
  alt === undefined || (format === 'markdown' && alt.trim() === '');

function count({ blocks, links, images }: Outline, format: ContentFormat): PageFacts {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  return {
    opening: cut(blocks.find(({ kind }) => kind === 'prose')?.text ?? '', OPENING_CHARACTERS),
    ...countWords(blocks),
    ...readability(blocks),
    headings: {
      count: headings.length,
      ...misplacedHeadings(headings),
      text: cut(headings.map(({ text }) => text).join('\n'), HEADING_CHARACTERS),
    },
    links: vagueLinks(links),
    images: { count: images.length, missingAlt: images.filter((alt) => lacksAlt(alt, format)).length },
  };
}

/** The facts behind a page's scores, from its rendered content. */
export const factsOf = (html: string, format: ContentFormat): PageFacts => count(outlineOf(html), format);
